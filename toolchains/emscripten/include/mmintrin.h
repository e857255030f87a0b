/* Empty on purpose: Eigen's SSE code includes it, and uses nothing of MMX. */

// A worker of one's own: tanda computes in it, and starts no other.
import { load } from './tanda/index.js';

const ready = load({ worker: false });

self.onmessage = async ({ data: { data, cols, labels } }) => {
  const tanda = await ready;
  const model = await tanda.fit({ data, cols, labels, method: 'tsd', dims: 2 });
  const points = await model.transform(data);
  self.postMessage(points, [points.buffer]);
};

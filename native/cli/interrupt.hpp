// Ctrl-C: the first one asks the work to stop and clean up, the second one kills the process.
#pragma once

namespace cli {

void catch_interrupts();
bool interrupted();

}  // namespace cli

// Ctrl-C: the first one asks the work to stop in good order, the second one kills.
#pragma once

namespace cli {

void catch_interrupts();
bool interrupted();

}  // namespace cli

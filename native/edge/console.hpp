// Where the example writes: console.cpp on the host, semihosting on the board.
#pragma once

void say(const char* text);

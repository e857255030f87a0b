// Output for programs that also run on boards: console.cpp on the host, semihosting on a board.
#pragma once

void say(const char* text);

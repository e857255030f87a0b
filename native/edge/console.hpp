// Where programs write that run on boards, too: console.cpp on the host, semihosting on the board.
#pragma once

void say(const char* text);

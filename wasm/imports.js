// Tells emscripten that this import is meant: src/loader.ts brings the real one.
mergeInto(LibraryManager.library, { progress: function () {} });

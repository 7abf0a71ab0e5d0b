/**
 * Resets all modules and stubbed globals before each file of unit tests, because the files share processes. This covers our
 * own modules only: a test must restore what it changes in a package, such as TanStack's `onlineManager`.
 */
import { vi } from 'vitest';

// Vitest does this before each test, which is after the file's imports: they would read, for example, another file's storage.
vi.unstubAllGlobals();
vi.resetModules();

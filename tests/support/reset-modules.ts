/**
 * Resets all modules and stubbed globals before each file of unit tests, because the files share processes. This covers our
 * own modules only: a test must restore what it changes in a package, such as TanStack's `onlineManager`. It also makes
 * `vi.waitFor` patient, for which Vitest has no setting.
 */
import { vi } from 'vitest';

// Vitest does this before each test, which is after the file's imports: they would read, for example, another file's storage.
vi.unstubAllGlobals();
vi.resetModules();

const { waitFor } = vi;
// Once for each process, which runs many files.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : { timeout: 50_000, ...options });
  };
}

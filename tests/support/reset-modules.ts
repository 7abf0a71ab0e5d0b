/**
 * Resets all modules before each file of unit tests, because the files share processes. This covers our own modules only:
 * a test must restore what it changes in a package, such as TanStack's `onlineManager`.
 */
import { vi } from 'vitest';

vi.resetModules();

/**
 * Before each file of unit tests, which share processes: no file finds a module as another has left it. That is so for
 * our own modules only: what a test changes in a package, as TanStack's `onlineManager`, it has to put back.
 */
import { vi } from 'vitest';

vi.resetModules();

/** Before each file of unit tests, which share processes: no file finds a module as another has left it. */
import { vi } from 'vitest';

vi.resetModules();

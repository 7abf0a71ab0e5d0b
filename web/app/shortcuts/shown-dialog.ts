import { createStore } from '../../lib/store.ts';

/** The open dialog of the keyboard shortcuts. */
export const shortcutDialog = createStore<'help' | 'palette' | undefined>(undefined);

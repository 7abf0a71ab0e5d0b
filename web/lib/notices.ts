import { createStore } from './store.ts';

export interface Notice {
  kind: 'error' | 'info';
  text: string;
  number: number;
}

/** More would cover the page. */
const maxNotices = 3;
let lastNumber = 0;

export const notices = createStore<readonly Notice[]>([]);

/** A notice with the same text replaces the earlier one. */
const notifierOf = (kind: Notice['kind']) => (text: string) => {
  const others = notices.get().filter((notice) => notice.text !== text);
  notices.set([...others.slice(1 - maxNotices), { kind, text, number: ++lastNumber }]);
};

/** Transient messages over the page, for events with no place of their own on the screen, such as a rolled-back change. */
export const notify = { error: notifierOf('error'), info: notifierOf('info') };

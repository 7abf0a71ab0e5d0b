import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { Spread } from '../../../tests/support/spread.ts';
import {
  classifyPush,
  includes,
  type MadeChange,
  newestCopy,
  type PushedChange,
  unconfirmedChanges,
  type Versioned,
} from './versioned.ts';

/** A document of named parts. A change sets or removes one of them. */
interface Parts extends Versioned {
  readonly parts: Readonly<Record<string, number>>;
}
interface Change {
  readonly part: string;
  readonly value: number | undefined;
}
interface Push extends PushedChange {
  readonly changed: readonly Change[];
}

const apply = (document: Parts, { part, value }: Change): Parts => {
  const { [part]: _, ...others } = document.parts;
  return { ...document, parts: value === undefined ? others : { ...others, [part]: value } };
};

/** The server: a stream of changes, and the document at each of its revisions. */
class Server {
  readonly states: Parts[] = [{ revision: null, parts: {} }];

  get newest(): Parts {
    return this.states.at(-1) ?? { revision: null, parts: {} };
  }

  /** Records changes, which the projection pushes as one batch. */
  record(changes: readonly Change[]): Push {
    const from = this.newest.revision;
    for (const change of changes) {
      this.states.push({ ...apply(this.newest, change), revision: String(this.states.length - 1) });
    }
    const changed = changes.map(({ part }) => ({ part, value: this.newest.parts[part] }));
    return { from, revision: String(this.states.length - 2), changed };
  }

  at({ revision }: Versioned): Parts | undefined {
    return this.states[revision === null ? 0 : Number(revision) + 1];
  }
}

/** A browser, whose document follows the rules under test. */
class Browser {
  readonly #server: Server;
  document: Parts;
  changes: MadeChange<Change>[] = [];

  constructor(server: Server) {
    this.#server = server;
    this.document = server.newest;
  }

  receive(push: Push): 'next' | 'known' | 'gap' {
    const kind = classifyPush(this.document, push);
    if (kind === 'next') {
      this.document = { ...push.changed.reduce(apply, this.document), revision: push.revision };
    }
    if (kind === 'gap') this.fetch();
    return kind;
  }

  /** @param before the document when the fetch began */
  fetch(response = this.#server.newest, before = this.document): void {
    this.document = newestCopy(response, this.document, before);
  }

  get shown(): Parts {
    return unconfirmedChanges(this.document, this.changes).reduce(apply, this.document);
  }
}

const change: fc.Arbitrary<Change> = fc.record({
  part: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  value: fc.option(fc.nat(99), { nil: undefined, freq: 3 }),
});
/** Index of a message or request in flight, modulo their number: mostly the oldest. */
const index = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat() });
const isRepeated = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

/** What happens next. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('others record' as const), changes: batch() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), change, alongside: batch(0) }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('push arrives' as const), index, isRepeated }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('push is lost' as const), index }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('response arrives' as const), index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fetch begins' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fetch completes' as const), index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reconnect' as const) }) },
);

function batch(minLength = 1) {
  return fc.array(change, { minLength, maxLength: 4 });
}

test.each<[Revision, Revision, boolean]>([
  ['10', '9', true],
  ['9', '10', false],
  ['10', '10', true],
  ['18446744073709551615', '18446744073709551614', true],
  ['18446744073709551614', '18446744073709551615', false],
  ['0', null, true],
  [null, '0', false],
])('a document at revision %s includes %s: %s', (revision, other, isIncluded) => {
  expect(includes({ revision }, other)).toBe(isIncluded);
});

test('shows the server’s state with the pending changes when messages are reordered, duplicated, delayed or lost', () => {
  const applied = new Spread();
  const gaps = new Spread();
  const late = new Spread();
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }), (steps) => {
      const server = new Server();
      const browser = new Browser(server);
      const pushes: Push[] = [];
      /** Responses in flight. */
      const responses: { readonly change: Change; readonly revision: string }[] = [];
      const fetches: { readonly response: Parts; readonly before: Parts }[] = [];
      const counts = { next: 0, known: 0, gap: 0 };
      const take = <T>(from: T[], index: number, isRepeated = false): T | undefined => {
        const at = index % Math.max(from.length, 1);
        return isRepeated ? from[at] : from.splice(at, 1)[0];
      };
      for (const one of steps) {
        switch (one.kind) {
          case 'others record':
            pushes.push(server.record(one.changes));
            break;
          case 'change': {
            browser.changes.push({ change: one.change });
            expect(browser.shown.parts[one.change.part]).toBe(one.change.value);
            // Commands of others may be appended in one group with it: its own revision is before theirs.
            const own = String(server.states.length - 1);
            pushes.push(server.record([one.change, ...one.alongside]));
            responses.push({ change: one.change, revision: own });
            break;
          }
          case 'push arrives': {
            const push = take(pushes, one.index, one.isRepeated);
            if (push) counts[browser.receive(push)]++;
            break;
          }
          case 'push is lost':
            take(pushes, one.index);
            break;
          case 'response arrives': {
            const response = take(responses, one.index);
            if (!response) break;
            browser.changes = browser.changes.map((pending) =>
              pending.change === response.change ? { ...pending, response: { revision: response.revision } } : pending,
            );
            break;
          }
          case 'fetch begins':
            fetches.push({ response: server.newest, before: browser.document });
            break;
          case 'fetch completes': {
            const fetch = take(fetches, one.index);
            if (!fetch) break;
            const { document } = browser;
            browser.fetch(fetch.response, fetch.before);
            expect(includes(browser.document, document.revision)).toBe(true);
            late.add(browser.document === document ? 1 : 0);
            break;
          }
          case 'reconnect':
            browser.fetch();
            break;
        }
        expect(browser.document).toEqual(server.at(browser.document));
      }
      for (const response of responses) {
        browser.changes = browser.changes.map((pending) =>
          pending.change === response.change ? { ...pending, response: { revision: response.revision } } : pending,
        );
      }
      browser.fetch();
      expect(browser.shown).toEqual(server.newest);
      expect(unconfirmedChanges(browser.document, browser.changes)).toEqual([]);
      applied.add(counts.next);
      gaps.add(counts.gap);
    }),
    { numRuns: 500 },
  );
  expect(applied.share(3)).toBeGreaterThan(0.5);
  expect(gaps.share(1)).toBeGreaterThan(0.4);
  expect(late.share(1)).toBeGreaterThan(0.1);
});

test.each<[kept: string, fetched: Revision, cached: Revision, before: Revision]>([
  ['the response', '6', '5', '5'],
  ['the response', '7', '6', '5'],
  ['the cached copy, which a push has changed since', '5', '6', '5'],
  ['the response, which is from a restored backup', '4', '5', '5'],
])('after a fetch keeps %s: fetched %s, cached %s, before %s', (kept, fetched, cached, before) => {
  const response = { revision: fetched };
  expect(newestCopy(response, { revision: cached }, { revision: before }) === response).toBe(
    kept.startsWith('the response'),
  );
});

test('a change stays pending without a response, and with one until the document includes it', () => {
  const document: Versioned = { revision: '9' };
  const pending: MadeChange<string>[] = [
    { change: 'with response 8', response: { revision: '8' } },
    { change: 'with response 10', response: { revision: '10' } },
    { change: 'with a response that names none', response: { revision: null } },
    { change: 'without response' },
  ];
  const unknown = ['with a response that names none', 'without response'];
  expect(unconfirmedChanges(document, pending)).toEqual(['with response 10', ...unknown]);
  expect(unconfirmedChanges({ revision: null }, pending)).toHaveLength(4);
  expect(unconfirmedChanges({ revision: '10' }, pending)).toEqual(unknown);
});

test.each([
  ['next', '4', '3', '5'],
  ['next', '4', '4', '5'],
  ['next', null, null, '0'],
  ['known', '5', '3', '5'],
  ['known', '10', '8', '9'],
  ['gap', '4', '5', '6'],
  ['gap', '9', '10', '11'],
  ['gap', null, '0', '1'],
] as const)('is %s to a document of revision %s: a push from %s to %s', (kind, revision, from, to) => {
  expect(classifyPush({ revision }, { from, revision: to })).toBe(kind);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Revision } from '../../../server/core/contracts/shared.ts';
import { Spread } from '../../../tests/support/spread.ts';
import {
  classifyPush,
  includes,
  newestCopy,
  type PendingChange,
  type PushedChange,
  unconfirmedChanges,
  type Versioned,
} from './versioned.ts';

/** A document of numbered parts. A change sets one of them, or takes it away. */
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

/** The server: a stream of changes, and what the document is at each of its revisions. */
class Server {
  readonly states: Parts[] = [{ revision: null, parts: {} }];

  get newest(): Parts {
    return this.states.at(-1) ?? { revision: null, parts: {} };
  }

  /** Some changes as one batch of the projection. */
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

/** A browser, its document kept in step by the rules under test. */
class Browser {
  readonly #server: Server;
  document: Parts;
  changes: PendingChange<Change>[] = [];

  constructor(server: Server) {
    this.#server = server;
    this.document = server.newest;
  }

  receive(push: Push): 'next' | 'known' | 'gap' {
    const standing = classifyPush(this.document, push);
    if (standing === 'next') {
      this.document = { ...push.changed.reduce(apply, this.document), revision: push.revision };
    }
    if (standing === 'gap') this.fetch();
    return standing;
  }

  /** @param before the document when the fetch began */
  fetch(answer = this.#server.newest, before = this.document): void {
    this.document = newestCopy(answer, this.document, before);
  }

  get shown(): Parts {
    return unconfirmedChanges(this.document, this.changes).reduce(apply, this.document);
  }
}

const change: fc.Arbitrary<Change> = fc.record({
  part: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  value: fc.option(fc.nat(99), { nil: undefined, freq: 3 }),
});
/** Which of the messages or requests under way, modulo their count: mostly the oldest. */
const which = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat() });
const again = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

/** What happens next. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('others record' as const), changes: batch() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), change, alongside: batch(0) }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('push arrives' as const), which, again }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('push is lost' as const), which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer arrives' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fetch begins' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fetch is answered' as const), which }) },
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
      /** Requests that the server has carried out, and that are not answered yet. */
      const answers: { readonly change: Change; readonly revision: string }[] = [];
      const fetches: { readonly answer: Parts; readonly before: Parts }[] = [];
      const counts = { next: 0, known: 0, gap: 0 };
      const take = <T>(from: T[], which: number, again = false): T | undefined => {
        const at = which % Math.max(from.length, 1);
        return again ? from[at] : from.splice(at, 1)[0];
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
            answers.push({ change: one.change, revision: own });
            break;
          }
          case 'push arrives': {
            const push = take(pushes, one.which, one.again);
            if (push) counts[browser.receive(push)]++;
            break;
          }
          case 'push is lost':
            take(pushes, one.which);
            break;
          case 'answer arrives': {
            const answer = take(answers, one.which);
            if (!answer) break;
            browser.changes = browser.changes.map((pending) =>
              pending.change === answer.change ? { ...pending, answeredRevision: answer.revision } : pending,
            );
            break;
          }
          case 'fetch begins':
            fetches.push({ answer: server.newest, before: browser.document });
            break;
          case 'fetch is answered': {
            const fetch = take(fetches, one.which);
            if (!fetch) break;
            const { document } = browser;
            browser.fetch(fetch.answer, fetch.before);
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
      for (const { change: answered, revision } of answers) {
        browser.changes = browser.changes.map((pending) =>
          pending.change === answered ? { ...pending, answeredRevision: revision } : pending,
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
    kept.startsWith('the resp'),
  );
});

test('a change stays pending without a response, and with one until the document includes it', () => {
  const document: Versioned = { revision: '9' };
  const pending: PendingChange<string>[] = [
    { change: 'answered earlier', answeredRevision: '8' },
    { change: 'answered later', answeredRevision: '10' },
    { change: 'unanswered' },
  ];
  expect(unconfirmedChanges(document, pending)).toEqual(['answered later', 'unanswered']);
  expect(unconfirmedChanges({ revision: null }, pending)).toHaveLength(3);
  expect(unconfirmedChanges({ revision: '10' }, pending)).toEqual(['unanswered']);
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
] as const)('is %s to a document of revision %s: a push from %s to %s', (standing, revision, from, to) => {
  expect(classifyPush({ revision }, { from, revision: to })).toBe(standing);
});

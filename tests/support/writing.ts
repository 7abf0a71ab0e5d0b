import { randomUUID } from 'node:crypto';
import { type Agent, type IncomingMessage, request } from 'node:http';

/** A change over HTTP, recorded as one event. It may be repeated with the same key. */
export interface Write {
  readonly user: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly key: string;
  /** The possible types of the recorded event. */
  readonly events: readonly string[];
}

export interface HttpResponse {
  readonly status: number;
  readonly body: string;
}

export interface Connection {
  readonly address: string;
  readonly agent: Agent;
  /** Default: `token-` and the user, as `knownUsers` has it. */
  readonly tokenOf?: (user: string) => string;
}

/** Sends a request. @throws if the connection is lost before the response is complete */
export const sendRequest = (
  { address, agent, tokenOf = (name) => `token-${name}` }: Connection,
  { method, path, user, body, key }: Omit<Write, 'method' | 'events' | 'key'> & { method: string; key?: string },
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const sent = request(new URL(path, address), {
      agent,
      method,
      timeout: 10_000,
      headers: {
        authorization: `Bearer ${tokenOf(user)}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      },
    });
    sent.once('timeout', () => sent.destroy(new Error(`${method} ${path} timed out`)));
    sent.once('error', reject);
    sent.once('response', (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.once('end', () =>
        response.complete
          ? resolve({ status: response.statusCode ?? 0, body: text })
          : reject(new Error('The response is incomplete')),
      );
      response.once('error', reject);
    });
    sent.end(payload);
  });

/** The posts that all writers share. */
export interface Community {
  readonly posts: string[];
}

interface ListedItem {
  readonly id: string;
  checked: boolean;
}

/** With more items than this, it removes items more often than it adds them. */
const enoughItems = 15;

const pickOne = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];

/** A user's device that makes one change after another. It repeats a change until it gets a response. */
export class Writer {
  readonly acknowledged: { readonly write: Write; readonly response: HttpResponse }[] = [];
  readonly #user: string;
  readonly #community: Community;
  /** The items that this writer has added: no other writer checks or removes them. */
  readonly #items: ListedItem[] = [];
  #unanswered: Write | undefined;

  constructor(user: string, community: Community) {
    this.#user = user;
    this.#community = community;
  }

  get unanswered(): Write | undefined {
    return this.#unanswered;
  }

  /** Makes changes until the connection is lost. @throws if a change fails */
  async writeUntilDisconnected(connection: Connection): Promise<void> {
    try {
      for (;;) await this.write(connection);
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
  }

  /** Makes one change, or repeats the unanswered one. @throws Refused, and if the connection is lost */
  async write(connection: Connection): Promise<void> {
    this.#unanswered ??= this.#next();
    await this.retry(connection);
  }

  /** Sends the unanswered change, again if it was sent before. */
  async retry(connection: Connection): Promise<void> {
    const write = this.#unanswered;
    if (write === undefined) return;
    const response = await sendRequest(connection, write);
    if (response.status >= 300) throw new Refused(write, response);
    this.#unanswered = undefined;
    this.acknowledged.push({ write, response });
    this.#applyResponse(write, response);
  }

  #next(): Write {
    const change = (method: Write['method'], path: string, events: string[], body?: object): Write => ({
      user: this.#user,
      method,
      path,
      key: randomUUID(),
      events,
      ...(body !== undefined && { body }),
    });
    const post = pickOne(this.#community.posts);
    const kind = Math.random();
    if (post === undefined || kind < 0.03) {
      return change('POST', '/api/community', ['PostPublished'], { title: 'Soup', content: 'Stir, wait, eat' });
    }
    if (kind < 0.25) return change('POST', `/api/community/${post}/like`, ['PostLiked', 'PostUnliked']);
    if (kind < 0.4) return change('POST', `/api/community/${post}/comments`, ['CommentAdded'], { text: 'How long?' });
    const item = pickOne(this.#items);
    const list = `/api/grocery-list/${this.#user}`;
    if (item && !item.checked && kind < 0.6) {
      return change('PATCH', `${list}/${item.id}`, ['GroceryItemChecked'], { checked: true });
    }
    if (item && Math.random() * this.#items.length > enoughItems / 2) {
      return change('DELETE', `${list}/${item.id}`, ['GroceryItemRemoved']);
    }
    const ingredients = [{ name: 'Flour', amount: 500, unit: 'g' }, { name: 'Eggs' }];
    return change('POST', '/api/grocery-list', ['GroceryItemsAdded'], { userId: this.#user, ingredients });
  }

  #applyResponse({ events: [event], path }: Write, { body }: HttpResponse): void {
    const id = path.split('/').at(-1);
    const item = this.#items.find((listed) => listed.id === id);
    if (event === 'PostPublished') this.#community.posts.push(JSON.parse(body).id);
    else if (event === 'GroceryItemChecked' && item) item.checked = true;
    else if (event === 'GroceryItemRemoved' && item) this.#items.splice(this.#items.indexOf(item), 1);
    else if (event === 'GroceryItemsAdded') {
      for (const added of JSON.parse(body).items) this.#items.push({ id: added.id, checked: false });
    }
  }
}

export class Refused extends Error {
  readonly status: number;

  constructor({ method, path }: Write, { status, body }: HttpResponse) {
    super(`${method} ${path} returned ${status}: ${body}`);
    this.name = 'Refused';
    this.status = status;
  }
}

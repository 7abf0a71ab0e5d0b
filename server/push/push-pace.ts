import type { Unsent } from './unsent.ts';

const windowMs = 10 * 60_000;
/** Messages to a browser about what the same user did. */
const maxByUser = 10;
const maxBrowsers = 10_000;

interface Sent {
  readonly id: string;
  readonly by: string;
  readonly since: number;
  readonly atMs: number;
}

/**
 * Bounds the messages that one user can cause in the browser of another. Without it, liking and unliking would make a phone
 * ring without end, since a notification that was withdrawn becomes unread again. What is not sent is in the inbox.
 */
export class PushPace {
  readonly #nowMs: () => number;
  /** By browser, the one that was sent to longest ago first. */
  readonly #sent = new Map<string, readonly Sent[]>();

  /** @param nowMs a clock that never goes back */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Whether the browser got none about the same within the window, or its user has read that one, and few by the same user. */
  allows(endpoint: string, { message, by, readThrough }: Unsent): boolean {
    const recent = this.#recent(endpoint);
    const isRepeated = recent.some(({ id, since }) => id === message.id && since > readThrough);
    return !isRepeated && recent.filter((each) => each.by === by).length < maxByUser;
  }

  sent(endpoint: string, { message, by, since }: Unsent): void {
    const recent = [...this.#recent(endpoint), { id: message.id, by, since, atMs: this.#nowMs() }];
    this.#sent.delete(endpoint);
    this.#sent.set(endpoint, recent);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > maxBrowsers && oldest !== undefined) this.#sent.delete(oldest);
  }

  #recent(endpoint: string): readonly Sent[] {
    const afterMs = this.#nowMs() - windowMs;
    return (this.#sent.get(endpoint) ?? []).filter(({ atMs }) => atMs > afterMs);
  }
}

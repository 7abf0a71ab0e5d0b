/**
 * The latest that this process has seen of a read model. Redis may lose data: a read that finds less is refused. The log may
 * have been replaced by an older backup: positions before and after a build from nothing say nothing about each other. So the
 * target of a later build counts until it is read for the first time. An earlier build is back with an older snapshot of Redis.
 */
export class KnownProgress {
  #position: bigint | undefined;
  #text = '';
  #build = '';

  /** For a script: a decimal string, or nothing. */
  get position(): string {
    return this.#text;
  }

  /** The build that the position belongs to; see `ProjectionKeys.build`. */
  get build(): string {
    return this.#build;
  }

  /** The model has reached a position. */
  reached(position: bigint | undefined): void {
    if (position === undefined || (this.#position !== undefined && position <= this.#position)) return;
    this.#position = position;
    this.#text = String(position);
  }

  /** A read was served at this position of this build. */
  served(position: bigint | undefined, build: string): void {
    if (build !== '' && build !== this.#build) {
      this.#build = build;
      this.#position = undefined;
    }
    this.reached(position);
  }
}

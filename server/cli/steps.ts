import type { CommandContext } from './command-context.ts';
import type { Progress } from './progress.ts';

/** The progress of a command with several steps: one line, for the current step. */
export class Steps {
  readonly #context: Pick<CommandContext, 'showProgress'>;
  #current: { readonly verb: string; readonly progress: Progress } | undefined;

  constructor(context: Pick<CommandContext, 'showProgress'>) {
    this.#context = context;
  }

  /** @param verb such as `Importing`; another one than before begins the next step */
  update(verb: string, unit: 'events' | 'sealed events' | 'bytes', done: number, total?: number): void {
    if (this.#current?.verb !== verb) {
      this.end();
      this.#current = { verb, progress: this.#context.showProgress({ verb, unit, total }) };
    }
    this.#current.progress.update(done);
  }

  end(): void {
    this.#current?.progress.end();
    this.#current = undefined;
  }
}

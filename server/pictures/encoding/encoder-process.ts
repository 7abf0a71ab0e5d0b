/** Encodes pictures in a process of its own: what a hostile file does to the decoder ends with it. */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { PictureProblem } from '../pictures.ts';
import { encodePicture } from './encode-picture.ts';
import type { FromEncoder, ToEncoder } from './messages.ts';

/** Requests go before pictures. */
const niceness = 10;

const send = (message: FromEncoder): void => void process.send?.(message);

process.on('message', ({ file }: ToEncoder) => {
  encodePicture(file).then(
    (picture) => send({ kind: 'encoded', picture }),
    (error: unknown) => {
      if (error instanceof PictureProblem) send({ kind: 'refused', code: error.code });
      else send({ kind: 'failed', reason: String(error) });
    },
  );
});

// When the parent ends in whatever way.
process.on('disconnect', () => process.exit());

/** Ignores the failure: what is not possible on this system is not necessary either. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // For example, only Linux has the second file.
  }
}

attempt(() => setPriority(niceness));
// Without memory, the kernel ends this process, and not the server.
attempt(() => writeFileSync('/proc/self/oom_score_adj', '1000'));

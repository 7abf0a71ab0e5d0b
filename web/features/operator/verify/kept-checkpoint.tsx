import { type ChangeEvent, useRef, useState } from 'react';
import { Alert } from '../../../components/alert.tsx';
import { Button } from '../../../components/button.tsx';
import { FailureAlert, useFailure } from '../../../components/failure.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { formatNumber } from '../format.ts';
import { DownloadIcon } from '../icons.tsx';
import { fetchText, saveFile } from './api.ts';

interface Proof {
  /** Number of events that the kept checkpoint seals. */
  size: number;
  text: string;
}

/** Whether the log still begins as a checkpoint says that was kept elsewhere. Its proof can be saved. */
export function KeptCheckpoint() {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [proof, setProof] = useState<Proof>();
  const [failure, showFailure] = useFailure();

  const check = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    setBusy(true);
    setProof(undefined);
    try {
      setProof(await proofSince(await file.text()));
      showFailure(undefined);
    } catch (error) {
      showFailure(failureText(error, 'Failed to check the checkpoint'));
    } finally {
      setBusy(false);
      // The same file can be chosen again.
      target.value = '';
    }
  };
  return (
    <div className="op-proof">
      <h3 className="op-card-title">Check a kept checkpoint</h3>
      <FailureAlert failure={failure} />
      {proof && <Alert kind="success">The first {formatNumber(proof.size)} events are as they were sealed.</Alert>}
      <div className="op-proof-buttons">
        <Button busy={isBusy} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        {proof && (
          <Button
            icon={<DownloadIcon size={18} />}
            onClick={() => saveFile(`since-${proof.size}.tlog-proof`, proof.text)}
          >
            Proof
          </Button>
        )}
      </div>
      <input ref={input} type="file" aria-label="Kept checkpoint" hidden onChange={check} />
    </div>
  );
}

const maxLength = 2_000;

/** @throws ApiError */
async function proofSince(checkpoint: string): Promise<Proof> {
  // A longer file is no checkpoint: the server says so.
  const query = new URLSearchParams({ checkpoint: checkpoint.slice(0, maxLength) });
  const text = await fetchText(`/audit/consistency-proof?${query}`);
  return { size: Number(checkpoint.split('\n')[1]), text };
}

import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FailureAlert, useFailure } from '../../../components/failure.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { DownloadIcon } from '../icons.tsx';
import { useReason } from '../reason.tsx';
import { fetchText, saveFile } from './api.ts';

const minReason = 3;

/** Saves a proof that the log contains an event. It contains the event, so that a reason is needed. */
export function ProofForm() {
  const given = useReason();
  const [position, setPosition] = useState('');
  const [why, setWhy] = useState(given);
  const [problem, setProblem] = useState<{ field: 'position' | 'why'; text: string }>();
  const [isBusy, setBusy] = useState(false);
  const [failure, showFailure] = useFailure();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = position.replaceAll(/\s/g, '');
    if (!/^\d{1,19}$/.test(wanted)) return setProblem({ field: 'position', text: 'Enter the position of an event' });
    if (why.trim().length < minReason)
      return setProblem({ field: 'why', text: 'Give a reason of at least 3 characters' });
    setProblem(undefined);
    setBusy(true);
    saveProof(wanted, why.trim())
      .then(() => showFailure(undefined))
      .catch((error: unknown) => showFailure(failureText(error, 'Failed to make the proof')))
      .finally(() => setBusy(false));
  };
  return (
    <form onSubmit={submit} className="op-proof">
      <h3 className="op-card-title">Prove one event</h3>
      <FailureAlert failure={failure} />
      <TextField
        label="Position"
        value={position}
        placeholder="183 911"
        error={problem?.field === 'position' ? problem.text : undefined}
        onChange={setPosition}
      />
      <TextField
        label="Reason"
        value={why}
        maxLength={200}
        error={problem?.field === 'why' ? problem.text : undefined}
        onChange={setWhy}
      />
      <Button type="submit" busy={isBusy} icon={<DownloadIcon size={18} />}>
        Proof
      </Button>
      <p className="op-muted">The file and the public key are all that a third party needs.</p>
    </form>
  );
}

/** @throws ApiError */
export async function saveProof(position: string, why: string): Promise<void> {
  const proof = await fetchText(`/audit/proofs/${position}?${new URLSearchParams({ why })}`);
  saveFile(`event-${position}.tlog-proof`, proof);
}

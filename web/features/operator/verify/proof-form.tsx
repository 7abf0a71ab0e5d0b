import { type FormEvent, useState } from 'react';
import type { Checkpoints } from '../../../../server/core/contracts/verification.ts';
import { Button } from '../../../components/button.tsx';
import { FailureAlert, useFailure } from '../../../components/failure.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { formatNumber } from '../format.ts';
import { DownloadIcon } from '../icons.tsx';
import { useReason } from '../reason.tsx';
import { fetchText, saveFile } from './api.ts';

const minReason = 3;

/** Saves a proof that the log contains an event. It contains the event, so that a reason is needed. */
export function ProofForm({ checkpoints }: { checkpoints: Checkpoints['items'] }) {
  const given = useReason();
  const [position, setPosition] = useState('');
  const [why, setWhy] = useState(given);
  const [size, setSize] = useState('');
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
    saveProof(wanted, why.trim(), size)
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
      {checkpoints.length > 1 && (
        <SelectField
          label="By the checkpoint of"
          value={size}
          options={[
            { value: '', label: 'The newest' },
            ...checkpoints
              .slice(1)
              .map((one) => ({ value: String(one.size), label: `${formatNumber(one.size)} events` })),
          ]}
          onChange={setSize}
        />
      )}
      <Button type="submit" busy={isBusy} icon={<DownloadIcon size={18} />}>
        Proof
      </Button>
      <p className="op-muted">The file and the public key are all that a third party needs.</p>
    </form>
  );
}

/** @param size number of events of the checkpoint that the proof is for; empty: the latest checkpoint @throws ApiError */
export async function saveProof(position: string, why: string, size = ''): Promise<void> {
  const query = new URLSearchParams({ why, ...(size !== '' && { size }) });
  const proof = await fetchText(`/audit/proofs/${position}?${query}`);
  saveFile(`event-${position}.tlog-proof`, proof);
}

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Alert } from '../../../components/alert.tsx';
import { Button } from '../../../components/button.tsx';
import { FailureAlert, useFailure } from '../../../components/failure.tsx';
import { failureText } from '../../../lib/failure-text.ts';
import { ActionButton } from '../action-button.tsx';
import { useDecision } from '../projections/api.ts';
import { RebuildDialog } from '../projections/rebuild-dialog.tsx';

/** Mends the read models that differ. @param names of their projections */
export function RebuildOffer({ names }: { names: readonly string[] }) {
  const [asked, setAsked] = useState<string>();
  const [started, setStarted] = useState<string>();
  const [failure, showFailure] = useFailure();
  const decision = useDecision();
  const rebuild = (name: string) =>
    decision.mutate(
      { action: 'rebuild', name },
      {
        onError: (error) => showFailure(failureText(error, `Failed to rebuild ${name}`)),
        onSuccess: () => {
          showFailure(undefined);
          setStarted(name);
        },
      },
    );
  // One filled button in a view.
  const Offer = names.length === 1 ? ActionButton : Button;
  return (
    <>
      <FailureAlert failure={failure} />
      {started && (
        <Alert kind="success">
          {started} is being rebuilt. <Link to="/operator/projections">See its progress</Link>, then verify again.
        </Alert>
      )}
      <div className="op-offers">
        {names.map((name) => (
          <Offer key={name} onClick={() => setAsked(name)}>
            Rebuild {name}
          </Offer>
        ))}
      </div>
      {asked && <RebuildDialog name={asked} onConfirm={() => rebuild(asked)} onClose={() => setAsked(undefined)} />}
    </>
  );
}

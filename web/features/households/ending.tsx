import { type ReactNode, useState } from 'react';
import type { Household } from '../../../server/core/contracts/households.ts';
import { classNames } from '../../components/class-names.ts';
import { DeleteIcon } from '../../components/form-icons.tsx';
import { RightIcon } from '../../components/icons.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { useDialog } from '../../components/use-dialog.ts';
import { formatCount } from '../../lib/format-count.ts';
import { createIdempotencyKeys } from '../../lib/idempotency-keys.ts';
import { notify } from '../../lib/notices.ts';
import { useGo } from '../../lib/use-go.ts';
import { useHouseholdChange } from './api.ts';
import styles from './ending.module.css';
import { HandOverIcon, LeaveIcon } from './icons.ts';
import { isOwner, othersThan } from './roles.ts';

const loadConfirmation = async () => (await import('../../components/confirm-dialog.tsx')).ConfirmDialog;
const loadHandOver = async () => (await import('./hand-over-dialog.tsx')).HandOverDialog;

export interface EndingProps {
  uid: string;
  household: Household;
}

/** Leaving, handing over and dissolving: what a member and the owner can do when their time in the household ends. */
export function Ending({ uid, household }: EndingProps) {
  const { id, name, members } = household;
  const ownsIt = isOwner(household, uid);
  const isAlone = othersThan(household, uid).length === 0;
  const leaving = useDialog(loadConfirmation);
  const dissolving = useDialog(loadConfirmation);
  const handOver = useDialog(loadHandOver);
  const change = useHouseholdChange(uid, id);
  const [keys] = useState(createIdempotencyKeys);
  const go = useGo();
  /** Dissolving cannot be undone, so a copy is the default then. */
  const [keepsCopy, setKeepsCopy] = useState(false);
  const [keepsCopies, setKeepsCopies] = useState(true);
  const end = (kind: 'leave' | 'dissolve', keepCopy: boolean, done: string) =>
    change.mutateAsync({ kind, keepCopy, key: keys.keyFor(`${kind} ${keepCopy}`) }).then(
      () => {
        notify.info(done);
        go('/households', { replace: true });
      },
      () => undefined, // `useHouseholdChange` shows the error.
    );
  const reason = isAlone ? 'You are its only member: dissolve it instead' : 'Hand over first: you are the owner';
  return (
    <section aria-label="Moving on" className={styles.ending}>
      <div className={styles.words}>
        <h2 className={styles.title}>Moving on?</h2>
        <p className={styles.text}>
          {ownsIt
            ? `An owner hands over before leaving, or dissolves ${name} for everybody.`
            : `You lose the list and the plan of ${name}, and keep your own.`}
        </p>
      </div>
      <div className={styles.actions} aria-busy={change.isPending || undefined}>
        {ownsIt && (
          <Action
            icon={<HandOverIcon size={20} />}
            label="Hand over"
            hint={isAlone ? 'There is no other member yet' : `Choose who owns ${name} next`}
            opensChoice
            disabled={isAlone || change.isPending}
            onClick={handOver.open}
          />
        )}
        <Action
          icon={<LeaveIcon size={20} />}
          label="Leave"
          hint={ownsIt ? reason : 'You keep your own list and plan'}
          disabled={ownsIt || change.isPending}
          onClick={leaving.open}
        />
        {ownsIt && (
          <Action
            icon={<DeleteIcon size={20} />}
            label="Dissolve"
            hint={`Ends ${name} for everybody`}
            isDanger
            disabled={change.isPending}
            onClick={dissolving.open}
          />
        )}
      </div>
      {handOver.Dialog && <handOver.Dialog uid={uid} household={household} onClose={handOver.close} />}
      {leaving.Dialog && (
        <leaving.Dialog
          title={`Leave ${name}?`}
          text="You lose its grocery list and its meal plan at once. To come back, you need a new invitation."
          action="Leave household"
          onConfirm={() => end('leave', keepsCopy, `You left ${name}.`)}
          onClose={leaving.close}
        >
          <SwitchField
            label="Keep copies of the lists"
            hint={`As lists of your own. The main one is named ${name}.`}
            on={keepsCopy}
            onChange={setKeepsCopy}
          />
        </leaving.Dialog>
      )}
      {dissolving.Dialog && (
        <dissolving.Dialog
          title={`Dissolve ${name}?`}
          text={`Its grocery list and its meal plan end for ${isAlone ? 'good' : `all ${formatCount(members.length, 'member')}`}, and its invitations stop working. This cannot be undone.`}
          action="Dissolve household"
          onConfirm={() => end('dissolve', keepsCopies, `${name} is dissolved.`)}
          onClose={dissolving.close}
        >
          <SwitchField
            label={isAlone ? 'Keep copies of the lists' : 'Everybody keeps copies of the lists'}
            hint={`As lists of ${isAlone ? 'your' : 'their'} own. The main one is named ${name}.`}
            on={keepsCopies}
            onChange={setKeepsCopies}
          />
        </dissolving.Dialog>
      )}
    </section>
  );
}

interface ActionProps {
  icon: ReactNode;
  label: string;
  /** On a phone, below the label; on wider screens, the text beside the buttons says it. */
  hint: string;
  opensChoice?: boolean;
  isDanger?: boolean;
  disabled: boolean;
  onClick: () => void;
}

const Action = ({ icon, label, hint, opensChoice = false, isDanger = false, disabled, onClick }: ActionProps) => (
  <button
    type="button"
    className={classNames(styles.action, isDanger && styles.danger)}
    title={disabled ? hint : undefined}
    disabled={disabled}
    onClick={onClick}
  >
    <span className={styles.icon}>{icon}</span>
    <span className={styles.line}>
      <span className={styles.labels}>
        <span className={styles.label}>{label}</span>
        <span className={styles.hint}>{hint}</span>
      </span>
      {opensChoice && <RightIcon size={16} className={styles.arrow} />}
    </span>
  </button>
);

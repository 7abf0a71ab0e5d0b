import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import frame from '../../components/frame.module.css';
import { AddIcon, CloseIcon } from '../../components/icons.tsx';
import styles from './add-box.module.css';
import { type Entry, parseEntry, quantityOf } from './entry.ts';
import { type Suggestion, suggest } from './suggestions.ts';

export interface AddBoxProps {
  typed: string;
  onType: (typed: string) => void;
  onAdd: (entry: Entry) => void;
}

/** Adds and searches: Enter takes the first row, arrows choose another, what follows a comma is the amount. */
export function AddBox({ typed, onType, onAdd }: AddBoxProps) {
  const offers = suggest(parseEntry(typed));
  const [active, setActive] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const optionId = (at: number) => `${listId}-${at}`;
  const chosen = Math.min(active, offers.length - 1);

  const type = (text: string) => {
    onType(text);
    setActive(0);
  };
  const take = (offer: Suggestion | undefined) => {
    if (!offer) return;
    const { name, amount, unit } = offer;
    onAdd({ name, amount, unit });
    type('');
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    take(offers[chosen]);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { length } = offers;
    if (event.key === 'Escape') type('');
    else if (event.key === 'ArrowDown' && length > 0) setActive((chosen + 1) % length);
    else if (event.key === 'ArrowUp' && length > 0) setActive((chosen - 1 + length) % length);
    else return;
    event.preventDefault();
  };

  const open = offers.length > 0;
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={classNames(frame.frame, styles.box)}>
        <button type="submit" className={styles.add} aria-label="Add" title="Add" tabIndex={-1}>
          <span className={styles.circle}>
            <AddIcon size={18} />
          </span>
        </button>
        <input
          ref={field}
          className={styles.input}
          type="text"
          role="combobox"
          aria-label="Add or search"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open ? optionId(chosen) : undefined}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder="Add or search: milk, 2 l"
          maxLength={groceryLimits.name}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
        />
        {typed !== '' && (
          <IconButton
            label="Clear"
            icon={<CloseIcon size={16} />}
            className={styles.clear}
            onClick={() => {
              type('');
              field.current?.focus();
            }}
          />
        )}
      </div>
      {open && (
        <div id={listId} role="listbox" aria-label="Suggestions" className={styles.offers}>
          {offers.map((offer, at) => (
            <Offer
              key={offer.category === undefined ? '' : offer.name}
              id={optionId(at)}
              offer={offer}
              active={at === chosen}
              onPoint={() => setActive(at)}
              onTake={() => take(offer)}
            />
          ))}
        </div>
      )}
    </form>
  );
}

interface OfferProps {
  id: string;
  offer: Suggestion;
  active: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function Offer({ id, offer, active, onPoint, onTake }: OfferProps) {
  const quantity = quantityOf(offer);
  return (
    // The keys are the field's: the focus stays there, and Enter takes the active row.
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={classNames(styles.offer, active && styles.active)}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onTake}
    >
      <AddIcon size={16} className={styles.plus} />
      <span className={styles.words}>
        <span className={styles.name}>{offer.name}</span>
        {quantity && <span> {quantity}</span>}
      </span>
      <span className={styles.source}>{offer.category ?? 'As you typed it'}</span>
    </button>
  );
}

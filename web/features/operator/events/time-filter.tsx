import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../../components/class-names.ts';
import { Field } from '../../../components/field.tsx';
import { DownIcon } from '../../../components/icons.tsx';
import { usePressOutside } from '../../../components/use-press-outside.ts';
import { ActionButton } from '../action-button.tsx';
import { CalendarIcon } from '../icons.tsx';
import { instantOf, localTime, presets, rangeText } from './times.ts';

export interface TimeRange {
  /** ISO 8601; empty: no limit. */
  since: string;
  until: string;
}

export interface TimeFilterProps extends TimeRange {
  onChange: (range: TimeRange) => void;
}

/** Shows the chosen time. Opens a panel with presets, and two fields of the browser, whose calendar all people can use. */
export function TimeFilter({ since, until, onChange }: TimeFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const text = rangeText(since, until);

  usePressOutside(place, isOpen, () => setOpen(false));

  /** Closes and returns the focus to the button. */
  const close = () => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    close();
  };
  /** Not when the focus leaves the page, such as for the browser's calendar. */
  const closeBehindFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const choose = (range: TimeRange) => {
    close();
    onChange(range);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: It only listens to what its button and its panel do.
    <div ref={place} className="op-time" onKeyDown={closeOnEscape} onBlur={closeBehindFocus}>
      <button
        type="button"
        className={classNames('op-filter', 'op-time-button', text !== rangeText('', '') && 'op-time-set')}
        aria-label={`Time: ${text}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <CalendarIcon size={16} />
        <span>{text}</span>
        <DownIcon size={14} />
      </button>
      {isOpen && <TimePanel id={panelId} since={since} until={until} onChange={choose} />}
    </div>
  );
}

function TimePanel({ id, since, until, onChange }: TimeFilterProps & { id: string }) {
  const panel = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<{ field: keyof TimeRange; text: string }>();

  useEffect(() => {
    if (!panel.current) return;
    placeInWindow(panel.current);
    panel.current.querySelector('button')?.focus();
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [from, to] = [fieldIn(event.currentTarget, 'since'), fieldIn(event.currentTarget, 'until')];
    const range = { since: instantOf(from.value, since), until: instantOf(to.value, until) };
    // The value of an incomplete field is empty, as if there were no limit.
    const incomplete = [from, to].find(({ validity }) => validity.badInput);
    if (incomplete) return refuse(incomplete, 'Enter a date and a time');
    if (Date.parse(range.since) > Date.parse(range.until)) return refuse(to, 'Enter a time after From');
    onChange(range);
  };
  const refuse = (field: HTMLInputElement, text: string) => {
    setProblem({ field: field.name === 'since' ? 'since' : 'until', text });
    field.focus();
  };
  const field = (name: keyof TimeRange, label: string, time: string) => (
    <Field label={label} error={problem?.field === name ? problem.text : undefined}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          name={name}
          step="any"
          max="9999-12-31T23:59"
          defaultValue={localTime(time)}
        />
      )}
    </Field>
  );
  return (
    <div ref={panel} id={id} role="dialog" aria-label="Time" className="op-time-panel">
      <div className="op-time-presets">
        {presets.map(({ label, since: start }) => (
          <button
            key={label}
            type="button"
            className="op-toggle"
            onClick={() => onChange({ since: start(new Date()), until: '' })}
          >
            {label}
          </button>
        ))}
      </div>
      <form className="op-time-fields" noValidate onSubmit={submit}>
        {field('since', 'From', since)}
        {field('until', 'Until', until)}
        <ActionButton type="submit" block>
          Apply
        </ActionButton>
      </form>
    </div>
  );
}

function fieldIn(form: HTMLFormElement, name: keyof TimeRange): HTMLInputElement {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) throw new Error(`The form has no field ${name}`);
  return field;
}

/** Below the right end of the button if there is no room below its left end. */
function placeInWindow(panel: HTMLElement): void {
  const { right } = panel.getBoundingClientRect();
  panel.toggleAttribute('data-at-end', right > document.documentElement.clientWidth);
}

import { Fragment, type ReactNode } from 'react';

export interface JsonViewProps {
  value: unknown;
  /** What it is. With it, a long value scrolls in a place of its own; without it, the place around it does. */
  label?: string;
  /** Names of fields that have changed: they are marked. */
  changed?: readonly string[];
}

/** JSON to read: indented, with names and texts in their own colours. */
export function JsonView({ value, label, changed = [] }: JsonViewProps) {
  const json = <pre className="op-json">{render(value, '', new Set(changed))}</pre>;
  if (label === undefined) return json;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls, also by keys.
    <section className="op-json-place" aria-label={label} tabIndex={0}>
      {json}
    </section>
  );
}

const indent = '  ';

function render(value: unknown, margin: string, changed: ReadonlySet<string>): ReactNode {
  if (Array.isArray(value)) {
    return block(
      '[',
      ']',
      margin,
      value.map((element, at) => [String(at), render(element, margin + indent, changed)]),
    );
  }
  if (typeof value === 'object' && value !== null) {
    return block(
      '{',
      '}',
      margin,
      Object.entries(value).map(([name, inner]) => {
        const field = (
          <>
            <span className="op-json-key">"{name}": </span>
            {render(inner, margin + indent, changed)}
          </>
        );
        return [name, changed.has(name) ? <mark key={name}>{field}</mark> : field];
      }),
    );
  }
  if (typeof value === 'string') return <span className="op-json-text">{JSON.stringify(value)}</span>;
  return String(value);
}

function block(open: string, close: string, margin: string, parts: [key: string, part: ReactNode][]): ReactNode {
  if (parts.length === 0) return open + close;
  return (
    <>
      {open}
      {parts.map(([key, part], at) => (
        <Fragment key={key}>
          {`\n${margin}${indent}`}
          {part}
          {at < parts.length - 1 && ','}
        </Fragment>
      ))}
      {`\n${margin}${close}`}
    </>
  );
}

import { Fragment, type ReactNode } from 'react';

export interface JsonViewProps {
  value: unknown;
  /** Names of fields that have changed: they are marked. */
  changed?: readonly string[];
}

/** JSON to read: indented, with names and texts in their own colours. */
export function JsonView({ value, changed = [] }: JsonViewProps) {
  return <pre className="op-json">{render(value, '', new Set(changed))}</pre>;
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

// By file: the compound `Input` of the package's entry brings search and one-time codes, half as much again.
import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { AntdTheme } from './antd-theme.tsx';
import { classNames } from './class-names.ts';
import { type ControlProps, Field, type FieldProps } from './field.tsx';
import { HideIcon, ShowIcon } from './icons.tsx';
import styles from './text-field.module.css';

interface WrittenProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  name?: string;
  placeholder?: string;
  autoComplete?: string;
  required?: boolean;
  maxLength?: number;
  /** What Enter does instead of sending the form. */
  onEnter?: () => void;
  onBlur?: () => void;
  /** Something is being made of what was written. */
  busy?: boolean;
  /** Large where a form is all there is on a page. */
  size?: 'medium' | 'large';
}

export interface TextFieldProps extends WrittenProps {
  type?: 'text' | 'email' | 'url' | 'number';
}

export function TextField({ type = 'text', ...field }: TextFieldProps) {
  return <Written {...field}>{(control) => <Input type={type} {...control} />}</Written>;
}

export function TextAreaField({ rows = 3, ...field }: WrittenProps & { rows?: number }) {
  return (
    <Written {...field}>{(control) => <TextArea autoSize={{ minRows: rows, maxRows: 14 }} {...control} />}</Written>
  );
}

/** A password, hidden until its eye is pressed. */
export function PasswordField(field: WrittenProps) {
  const [visible, setVisible] = useState(false);
  const reveal = (
    <button
      type="button"
      className={styles.reveal}
      aria-label="Show password"
      aria-pressed={visible}
      onClick={() => setVisible(!visible)}
    >
      {visible ? <ShowIcon /> : <HideIcon />}
    </button>
  );
  return (
    <Written {...field}>
      {(control) => <Input type={visible ? 'text' : 'password'} suffix={reveal} {...control} />}
    </Written>
  );
}

type InputProps = ReturnType<typeof inputProps>;

function Written({
  label,
  hint,
  error,
  children,
  ...input
}: WrittenProps & { children: (input: InputProps) => ReactNode }) {
  return (
    <AntdTheme>
      <Field label={label} hint={hint} error={error}>
        {(control) => children(inputProps(input, control))}
      </Field>
    </AntdTheme>
  );
}

function inputProps({ onChange, onEnter, busy, ...rest }: Omit<WrittenProps, keyof FieldProps>, control: ControlProps) {
  return {
    ...rest,
    ...control,
    className: classNames(styles[rest.size ?? 'medium']),
    ...(busy && { 'aria-busy': true }),
    ...(control['aria-invalid'] && { status: 'error' as const }),
    ...(onEnter && { onPressEnter: (event: KeyboardEvent) => enter(event, onEnter) }),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
}

/** With Shift it begins a line; while letters are being composed it takes them. */
function enter(event: KeyboardEvent, onEnter: () => void) {
  if (event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  onEnter();
}

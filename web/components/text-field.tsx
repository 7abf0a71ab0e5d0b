// By file: the compound `Input` of the package's entry brings search and one-time codes, half as much again.
import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { AntdTheme } from './antd-theme.tsx';
import { FieldError } from './field-error.tsx';
import { HideIcon, ShowIcon } from './icons.tsx';
import styles from './text-field.module.css';

export interface FieldProps {
  /** Stands above the field and names it. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Stands under the field as long as nothing is wrong. */
  hint?: string | undefined;
  /** What is wrong and what to do, shown under the field. */
  error?: string | undefined;
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

export interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'url' | 'number';
}

export function TextField({ type = 'text', ...field }: TextFieldProps) {
  return <Field {...field}>{(control) => <Input type={type} {...control} />}</Field>;
}

export function TextAreaField({ rows = 3, ...field }: FieldProps & { rows?: number }) {
  return <Field {...field}>{(control) => <TextArea autoSize={{ minRows: rows, maxRows: 14 }} {...control} />}</Field>;
}

/** A password, hidden until its eye is pressed. */
export function PasswordField(field: FieldProps) {
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
    <Field {...field}>{(control) => <Input type={visible ? 'text' : 'password'} suffix={reveal} {...control} />}</Field>
  );
}

type Control = ReturnType<typeof controlProps>;

function controlProps({ label: _label, hint, error, onChange, onEnter, busy, ...rest }: FieldProps, id: string) {
  return {
    ...rest,
    ...(busy && { 'aria-busy': true }),
    ...(onEnter && { onPressEnter: (event: KeyboardEvent) => enter(event, onEnter) }),
    ...(hint && { 'aria-describedby': `${id}-hint` }),
    ...(error && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${id}-error` }),
    id,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
}

/** With Shift it begins a line; while letters are being composed it takes them. */
function enter(event: KeyboardEvent, onEnter: () => void) {
  if (event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  onEnter();
}

function Field({ children, ...field }: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId();
  return (
    <AntdTheme>
      <div className={styles.field}>
        <label htmlFor={id} className={styles.label}>
          {field.label}
        </label>
        {children(controlProps(field, id))}
        {field.hint && !field.error && (
          <p id={`${id}-hint`} className={styles.hint}>
            {field.hint}
          </p>
        )}
        {field.error && <FieldError id={`${id}-error`}>{field.error}</FieldError>}
      </div>
    </AntdTheme>
  );
}

// Imported by file: the package's compound `Input` adds search and one-time codes, half as much code again.
import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { AntdTheme } from './antd-theme.tsx';
import { classNames } from './class-names.ts';
import { type ControlProps, Field, type FieldProps } from './field.tsx';
import { HideIcon, ShowIcon } from './icons.tsx';
import styles from './text-field.module.css';

interface InputFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  name?: string;
  placeholder?: string;
  autoComplete?: string;
  required?: boolean;
  maxLength?: number;
  /** Called on Enter, which then does not submit the form. */
  onEnter?: () => void;
  onBlur?: () => void;
  /** The value is being processed. */
  busy?: boolean;
  /** Large where the form is the whole page. */
  size?: 'medium' | 'large';
}

export interface TextFieldProps extends InputFieldProps {
  type?: 'text' | 'email' | 'url' | 'number';
}

export function TextField({ type = 'text', ...field }: TextFieldProps) {
  return <InputField {...field}>{(control) => <Input type={type} {...control} />}</InputField>;
}

export function TextAreaField({ rows = 3, ...field }: InputFieldProps & { rows?: number }) {
  return (
    <InputField {...field}>
      {(control) => <TextArea autoSize={{ minRows: rows, maxRows: 14 }} {...control} />}
    </InputField>
  );
}

/** A password, hidden unless the user presses the button that reveals it. */
export function PasswordField(field: InputFieldProps) {
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
    <InputField {...field}>
      {(control) => <Input type={visible ? 'text' : 'password'} suffix={reveal} {...control} />}
    </InputField>
  );
}

type InputProps = ReturnType<typeof inputProps>;

function InputField({
  label,
  hint,
  error,
  children,
  ...input
}: InputFieldProps & { children: (input: InputProps) => ReactNode }) {
  return (
    <AntdTheme>
      <Field label={label} hint={hint} error={error}>
        {(control) => children(inputProps(input, control))}
      </Field>
    </AntdTheme>
  );
}

function inputProps(
  { onChange, onEnter, busy, ...rest }: Omit<InputFieldProps, keyof FieldProps>,
  control: ControlProps,
) {
  return {
    ...rest,
    ...control,
    className: classNames(styles[rest.size ?? 'medium']),
    ...(busy && { 'aria-busy': true }),
    ...(control['aria-invalid'] && { status: 'error' as const }),
    ...(onEnter && { onPressEnter: (event: KeyboardEvent) => handleEnter(event, onEnter) }),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
}

/** Shift+Enter inserts a line break. During composition, Enter accepts the composed text. */
function handleEnter(event: KeyboardEvent, onEnter: () => void) {
  if (event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  onEnter();
}

import { type ChangeEvent, type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { type ControlProps, Field, type FieldProps } from './field.tsx';
import { HideIcon } from './form-icons.tsx';
import frame from './frame.module.css';
import { ShowIcon } from './icons.tsx';
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
  return (
    <InputField {...field}>
      {({ className, ...control }) => <input type={type} className={classNames(frame.frame, className)} {...control} />}
    </InputField>
  );
}

export function TextAreaField({ rows = 3, ...field }: InputFieldProps & { rows?: number }) {
  const height: CSSProperties & { '--rows': number } = { '--rows': rows };
  return (
    <InputField {...field}>
      {({ className, ...control }) => (
        <textarea className={classNames(frame.frame, className, styles.area)} style={height} {...control} />
      )}
    </InputField>
  );
}

/** A password, hidden unless the user presses the button that reveals it. */
export function PasswordField(field: InputFieldProps) {
  const [visible, setVisible] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const toggle = () => {
    setVisible(!visible);
    input.current?.focus();
  };
  return (
    <InputField {...field}>
      {(control) => (
        <div className={classNames(frame.frame, styles.password)}>
          <input ref={input} type={visible ? 'text' : 'password'} {...control} />
          <button
            type="button"
            className={styles.reveal}
            aria-label="Show password"
            aria-pressed={visible}
            onClick={toggle}
          >
            {visible ? <ShowIcon /> : <HideIcon />}
          </button>
        </div>
      )}
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
    <Field label={label} hint={hint} error={error}>
      {(control) => children(inputProps(input, control))}
    </Field>
  );
}

function inputProps(
  { onChange, onEnter, busy, size, ...rest }: Omit<InputFieldProps, keyof FieldProps>,
  control: ControlProps,
) {
  return {
    ...rest,
    ...control,
    className: classNames(styles.field, size === 'large' && styles.large),
    ...(busy && { 'aria-busy': true }),
    ...(onEnter && { onKeyDown: (event: KeyboardEvent) => handleEnter(event, onEnter) }),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
  };
}

/** Shift+Enter inserts a line break. During composition, Enter accepts the composed text. */
function handleEnter(event: KeyboardEvent, onEnter: () => void) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!event.repeat) onEnter();
}

import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

interface Look {
  /** At most one primary button in a view. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** As wide as its container. */
  block?: boolean;
  icon?: ReactNode;
}

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-disabled'> & { ref?: Ref<HTMLButtonElement> };

export interface ButtonProps extends Look, NativeButton {
  /** Shows a spinner and ignores presses. Unlike `disabled`, it keeps the focus. */
  busy?: boolean;
}

export function Button({
  variant,
  size,
  block,
  icon,
  busy = false,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy)
      event.preventDefault(); // Otherwise a submit button submits its form twice.
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ variant, size, block }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export interface LinkButtonProps extends Look, LinkProps {}

/** A link that looks like a button. */
export function LinkButton({ variant, size, block, icon, children, className, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classOf({ variant, size, block }, className)}>
      {icon}
      {children}
    </Link>
  );
}

export interface IconButtonProps extends NativeButton {
  /** The accessible name. */
  label: string;
  icon: ReactNode;
  /** Ignores presses. Unlike `disabled`, it keeps the focus. */
  unavailable?: boolean;
}

/** A round button of 44 px with only an icon. */
export function IconButton({ label, icon, unavailable = false, className, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      aria-disabled={unavailable || undefined}
      onClick={unavailable ? undefined : onClick}
      className={classNames(styles.button, styles.round, styles.quiet, className)}
    >
      {icon}
    </button>
  );
}

export function IconLink({ label, icon, className, ...rest }: LinkProps & { label: string; icon: ReactNode }) {
  return (
    <Link
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(styles.button, styles.round, styles.quiet, className)}
    >
      {icon}
    </Link>
  );
}

type Choice = { [Name in 'variant' | 'size' | 'block']: Look[Name] | undefined };

const classOf = ({ variant = 'secondary', size = 'medium', block }: Choice, className?: string) =>
  classNames(styles.button, styles[variant], styles[size], block && styles.block, className);

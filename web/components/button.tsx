import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

interface Look {
  /** One primary a view: coral is for what one presses. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** As wide as its place. */
  block?: boolean;
  icon?: ReactNode;
}

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-disabled'> & { ref?: Ref<HTMLButtonElement> };

export interface ButtonProps extends Look, NativeButton {
  /** Works on it: shows a spinner, keeps the focus and takes no further press. */
  busy?: boolean;
}

/**
 * Own rather than antd's, which with its theme costs 42 kB compressed: a third of the first view of the feed.
 * antd is for the fields of forms.
 */
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
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy)
      event.preventDefault(); // Nor does it submit its form twice.
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={looks({ variant, size, block }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export interface LinkButtonProps extends Look, LinkProps {}

/** A link that looks like a button: it leads somewhere. */
export function LinkButton({ variant, size, block, icon, children, className, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={looks({ variant, size, block }, className)}>
      {icon}
      {children}
    </Link>
  );
}

export interface IconButtonProps extends NativeButton {
  /** What it does, for those who do not see the icon. */
  label: string;
  icon: ReactNode;
}

/** A round button of 44 with an icon alone. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
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

const looks = ({ variant = 'secondary', size = 'medium', block }: Choice, className?: string) =>
  classNames(styles.button, styles[variant], styles[size], block && styles.block, className);

import { Button, type ButtonProps } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';

/** The button of a page's main action. In the console, teal in place of coral. */
export const ActionButton = ({ className, ...rest }: Omit<ButtonProps, 'variant'>) => (
  <Button {...rest} variant="primary" className={classNames('op-action', className)} />
);

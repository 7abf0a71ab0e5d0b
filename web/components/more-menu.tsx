import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { CheckIcon, MoreIcon } from './icons.tsx';
import styles from './more-menu.module.css';
import { useMenu } from './use-menu.ts';

export interface MenuItem {
  label: string;
  /** Whether it is on, if it is a switch. */
  isOn?: boolean;
  onChoose: () => void;
}

/** What makes a button an item of a menu. */
export type MenuItemProps = ReturnType<typeof useMenu>['item'];

export interface MoreMenuProps {
  label: string;
  items: readonly MenuItem[];
  /** Items of their own, whose code or data may be loaded when the menu opens. */
  more?: (item: MenuItemProps, close: () => void) => ReactNode;
}

/** A button with three dots that opens the menu of an item's actions. */
export function MoreMenu({ label, items, more }: MoreMenuProps) {
  const { open, close, place, button, menu, item } = useMenu(label);
  return (
    <div {...place} className={styles.place}>
      <IconButton {...button} label={label} icon={<MoreIcon size={22} />} />
      {open && (
        <div {...menu}>
          {items.map(({ label: itemLabel, isOn, onChoose }) => (
            <button
              {...item}
              {...(isOn !== undefined && { role: 'menuitemcheckbox', 'aria-checked': isOn })}
              key={itemLabel}
              type="button"
              onClick={() => {
                close();
                onChoose();
              }}
            >
              {itemLabel}
              {isOn && <CheckIcon size={16} className={styles.on} />}
            </button>
          ))}
          {more?.(item, close)}
        </div>
      )}
    </div>
  );
}

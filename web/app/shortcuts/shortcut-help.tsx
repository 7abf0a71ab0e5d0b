import { Dialog } from '../../components/dialog.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import styles from './shortcut-help.module.css';
import { findKeys, goTo, helpKeys, keyCaps, paletteKeys } from './shortcuts.ts';
import { singleKeysOn } from './single-keys.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const anywhere = [
  { keys: paletteKeys, label: 'Go to a screen, find a recipe' },
  { keys: findKeys, label: 'Search recipes' },
  { keys: helpKeys, label: 'Show these shortcuts' },
];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const isOn = singleKeysOn.use();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Shortcuts title="Anywhere" shortcuts={anywhere} />
      <Shortcuts title="Open" shortcuts={goTo} />
      <SwitchField
        label="Single keys"
        hint="Switch them off if you dictate. Shortcuts with Ctrl or ⌘ still work."
        on={isOn}
        onChange={singleKeysOn.set}
      />
    </Dialog>
  );
}

function Shortcuts({ title, shortcuts }: { title: string; shortcuts: readonly { keys: string; label: string }[] }) {
  return (
    <section className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className={styles.row}>
            <dt>{label}</dt>
            <dd className={styles.keys}>
              {keyCaps(keys, isMac).map((cap) => (
                <kbd key={cap} className={styles.key}>
                  {cap}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

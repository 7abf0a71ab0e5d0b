import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { recipeLimits } from '../../../server/core/contracts/limits.ts';
import { classNames } from '../../components/class-names.ts';
import { Dialog } from '../../components/dialog.tsx';
import frame from '../../components/frame.module.css';
import { Announcement } from '../../components/screen-reader.tsx';
import { useSuggestions } from '../../features/recipes/use-suggestions.ts';
import { formatCount } from '../../lib/format-count.ts';
import { chooseTheme } from '../../lib/theme-choice.ts';
import { useGo } from '../../lib/use-go.ts';
import styles from './command-palette.module.css';
import { findCommands, type PaletteCommand } from './palette-commands.ts';
import { keyCaps } from './shortcuts.ts';
import { shortcutDialog } from './shown-dialog.ts';

type Option = PaletteCommand & { group: 'Commands' | 'Recipes'; id: string };

export interface CommandPaletteProps {
  isSignedIn: boolean;
  onClose: () => void;
}

/** Opens a screen or a recipe, or changes a setting, by typing a part of its name. */
export function CommandPalette({ isSignedIn, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { suggestions = [], searching } = useSuggestions(typed);
  const go = useGo();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const options: readonly Option[] = [
    ...findCommands(typed, isSignedIn).map((command) => ({
      ...command,
      group: 'Commands' as const,
      id: command.label,
    })),
    // Those of the previous words are left out: Enter would open one.
    ...(searching ? [] : suggestions).map(({ id, title }) => ({
      label: title,
      to: `/recipe/${id}`,
      group: 'Recipes' as const,
      id,
    })),
  ];
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const run = (option: Option | undefined) => {
    if (!option) return;
    if ('shows' in option) return shortcutDialog.set(option.shows);
    onClose();
    if ('theme' in option) chooseTheme(option.theme);
    else go(option.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') run(options[active]);
    else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, options.length));
    else if (event.key === 'ArrowUp') setActive((active - 1 + options.length) % Math.max(1, options.length));
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Go to" wide onClose={onClose}>
      <input
        className={classNames(frame.frame, styles.field)}
        role="combobox"
        aria-label="Screen, setting or recipe"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-activedescendant={options[active] && `${id}-${active}`}
        placeholder="Screen, setting or recipe"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={recipeLimits.query}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Announcement>{!searching && formatCount(options.length, 'result')}</Announcement>
      <div className={styles.list}>
        <div ref={list} id={id} role="listbox" aria-label="Results">
          {options.map((option, index) => (
            <button
              key={`${option.group} ${option.id}`}
              id={`${id}-${index}`}
              data-index={index}
              type="button"
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={styles.option}
              onPointerMove={() => setActive(index)}
              onClick={() => run(option)}
            >
              <span className={styles.label}>{option.label}</span>
              {option.group === 'Recipes' && <span className={styles.kind}>Recipe</span>}
              {option.keys !== undefined && (
                <span className={styles.kind}>{keyCaps(option.keys, false).join(' ')}</span>
              )}
            </button>
          ))}
        </div>
        {options.length === 0 && <p className={styles.none}>{searching ? 'Searching...' : 'Nothing found'}</p>}
      </div>
    </Dialog>
  );
}

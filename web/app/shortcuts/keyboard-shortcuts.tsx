import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';
import { useSession } from '../../lib/identity/session.ts';
import { lazyCode, useLazyCode } from '../../lib/lazy-code.ts';
import { useGo } from '../../lib/use-go.ts';
import { findKeys, goTo, helpKeys, paletteKeys } from './shortcuts.ts';
import { shortcutDialog } from './shown-dialog.ts';
import { singleKeysOn } from './single-keys.ts';

/** Handles the keyboard shortcuts of all screens, and shows their help and the command palette. */
export function KeyboardShortcuts() {
  const isSignedIn = useSession().status === 'signedIn';
  const shown = shortcutDialog.use();
  const go = useGo();

  const press = useEffectEvent((event: KeyboardEvent, run: () => void) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    if (!hasModifier && (!singleKeysOn.get() || isTyping(event.target))) return;
    event.preventDefault();
    run();
  });
  const open = useEffectEvent((to: string, forUsersOnly: boolean) => {
    if (isSignedIn || !forUsersOnly) go(to);
  });

  useEffect(() => {
    const on = (keys: string, run: () => void) => [keys, (event: KeyboardEvent) => press(event, run)] as const;
    const showHelp = () => shortcutDialog.set('help');
    const bindings = [
      ...goTo.map(({ keys, to, forUsersOnly = false }) => on(keys, () => open(to, forUsersOnly))),
      ...withShift(helpKeys).map((keys) => on(keys, showHelp)),
      ...withShift(findKeys).map((keys) => on(keys, focusSearch)),
      on(paletteKeys, () => shortcutDialog.set('palette')),
    ];
    return tinykeys(window, Object.fromEntries(bindings));
  }, []);

  const close = () => shortcutDialog.set(undefined);
  if (shown === 'help') return <Help onClose={close} />;
  return shown === 'palette' && <Palette isSignedIn={isSignedIn} onClose={close} />;
}

/** On some keyboards, the character needs Shift. */
const withShift = (key: string): string[] => [key, `Shift+${key}`];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** On narrow screens, a button opens the field. */
function focusSearch(): void {
  const search = document.querySelector('header search');
  if (!search?.checkVisibility()) return;
  const field = search.querySelector('input');
  if (field?.checkVisibility()) field.focus();
  else search.querySelector('button')?.click();
}

interface DialogProps {
  onClose: () => void;
}

const help = lazyCode(async () => (await import('./shortcut-help.tsx')).ShortcutHelp);
const palette = lazyCode(async () => (await import('./command-palette.tsx')).CommandPalette);

function Help(props: DialogProps) {
  const { value: ShortcutHelp } = useLazyCode(help);
  return ShortcutHelp && <ShortcutHelp {...props} />;
}

function Palette(props: DialogProps & { isSignedIn: boolean }) {
  const { value: CommandPalette } = useLazyCode(palette);
  return CommandPalette && <CommandPalette {...props} />;
}

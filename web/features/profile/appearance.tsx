import { Card } from '../../components/card.tsx';
import { Segments, segmentClass } from '../../components/segments.tsx';
import type { ThemeChoice } from '../../lib/theme.ts';
import { chooseTheme, useThemeChoice } from '../../lib/theme-choice.ts';
import styles from './appearance.module.css';
import card from './settings-card.module.css';

const themes: readonly { choice: ThemeChoice; label: string }[] = [
  { choice: 'system', label: 'Automatic' },
  { choice: 'light', label: 'Light' },
  { choice: 'dark', label: 'Dark' },
];

/** Settings of this device, which are not part of the profile. */
export function Appearance() {
  const chosen = useThemeChoice();
  return (
    <Card className={card.card}>
      <div>
        <h2 className={card.title}>Appearance</h2>
        <p className={card.hint}>On this device only. Automatic follows its system.</p>
      </div>
      <Segments label="Appearance" chosen={chosen} className={styles.themes}>
        {themes.map(({ choice, label }) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === chosen}
            className={segmentClass}
            onClick={() => chooseTheme(choice)}
          >
            {label}
          </button>
        ))}
      </Segments>
    </Card>
  );
}

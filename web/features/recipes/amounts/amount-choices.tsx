import { useId } from 'react';
import { recipeLimits } from '../../../../server/core/contracts/limits.ts';
import type { Recipe } from '../../../../server/core/contracts/recipes.ts';
import { withFractionSigns } from '../../../../server/core/contracts/scale-amount.ts';
import { Segments, segmentClass } from '../../../components/segments.tsx';
import { StepperKeys } from '../../../components/stepper-keys.tsx';
import styles from './amount-choices.module.css';
import { chooseUnitSystem, multiples, type RecipeReading, useUnitSystem } from './reading.ts';

const systems = [
  ['metric', 'Metric'],
  ['us', 'US'],
] as const;

/** Chooses between metric and US units. Hidden if no ingredient has such a unit. */
export function UnitChoice({ recipe }: { recipe: Recipe }) {
  const chosen = useUnitSystem(recipe);
  if (chosen === undefined) return null;
  return (
    <Segments label="Units" chosen={chosen} className={styles.units}>
      {systems.map(([system, name]) => (
        <button
          key={system}
          type="button"
          className={segmentClass}
          aria-pressed={system === chosen}
          onClick={() => chooseUnitSystem(system)}
        >
          {name}
        </button>
      ))}
    </Segments>
  );
}

export interface ServingsChoiceProps {
  /** What the recipe is written for. */
  written: number | undefined;
  reading: RecipeReading;
}

/** Chooses for how many the amounts are, or how many times the recipe. */
export function ServingsChoice({ written, reading: { servings, choose } }: ServingsChoiceProps) {
  const id = useId();
  const isChanged = servings !== (written ?? 1);
  return (
    <fieldset aria-labelledby={id} className={styles.servings} data-changed={isChanged}>
      <div>
        <p id={id} className={styles.name}>
          {written === undefined ? 'Amounts' : 'Servings'}
        </p>
        {isChanged && (
          <p className={styles.written}>{written === undefined ? 'As written: 1 ×' : `Written for ${written}`}</p>
        )}
      </div>
      {written === undefined ? (
        <StepperKeys
          value={indexOf(servings) + 1}
          text={`${withFractionSigns(String(servings))} ×`}
          max={multiples.length}
          onChange={(value) => choose(multiples[value - 1] ?? 1)}
        />
      ) : (
        <StepperKeys value={servings} max={recipeLimits.servings} onChange={choose} />
      )}
    </fieldset>
  );
}

/** The largest multiple that is not more: the recipe may have stated its servings when they were chosen. */
const indexOf = (servings: number): number => multiples.findLastIndex((multiple) => multiple <= servings);

import { useState } from 'react';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { amountText } from './amount-text.ts';
import { CheckRow } from './check-row.tsx';
import styles from './ingredients.module.css';
import { Told } from './told.tsx';
import { type Outcome, useAdding } from './use-adding.ts';

/** What one needs, all of it chosen at first, and the way onto the grocery list. */
export function Ingredients({ recipe }: { recipe: Recipe }) {
  const { id, title, ingredients } = recipe;
  const everything = ingredients.map((_, at) => at);
  const [selected, setSelected] = useState<readonly number[]>(everything);
  const [outcome, setOutcome] = useState<Outcome>();
  const { adding, add } = useAdding('Failed to add ingredients to grocery list', setOutcome, () => setSelected([]));

  const choose = (chosen: readonly number[]) => {
    setSelected(chosen);
    setOutcome(undefined);
  };
  const toggle = (at: number) =>
    choose(selected.includes(at) ? selected.filter((other) => other !== at) : [...selected, at]);
  const send = () => {
    const chosen = ingredients.filter((_, at) => selected.includes(at));
    add(
      id,
      chosen.map((ingredient) => ({ ...ingredient, recipeId: id, recipeTitle: title })),
    );
  };

  if (ingredients.length === 0) return <div />;
  const count = `${selected.length} of ${ingredients.length}`;
  const state = selected.length === 0 ? false : selected.length === ingredients.length ? true : 'mixed';
  const told = outcome ?? (selected.length === 0 ? pleaseSelect : undefined);
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>Ingredients</h2>
      <CheckRow
        className={styles.all}
        checked={state}
        onChange={() => choose(state === true ? [] : everything)}
        label="Select All"
        note={count}
      />
      <div>
        <ul>
          {ingredients
            .map((ingredient, at) => ({ ingredient, at }))
            .map(({ ingredient, at }) => (
              <li key={at}>
                <CheckRow
                  checked={selected.includes(at)}
                  onChange={() => toggle(at)}
                  label={ingredient.name}
                  note={amountText(ingredient)}
                />
              </li>
            ))}
        </ul>
        <div className={styles.foot}>
          {told && <Told outcome={told} className={styles.told} />}
          <div className={styles.action}>
            <p className={styles.count}>
              <b>{count}</b> selected
            </p>
            <Button
              variant="primary"
              size="large"
              block
              className={styles.button}
              busy={adding}
              disabled={selected.length === 0}
              onClick={send}
            >
              Add to Grocery List
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}

const pleaseSelect: Outcome = { kind: 'info', text: 'Please select at least one ingredient' };

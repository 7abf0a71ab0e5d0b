import { useState } from 'react';
import type { Recipe } from '../../../server/core/contracts/recipes.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { HouseholdSwitch } from '../../components/household-switch.tsx';
import { useSavedHouseholds } from '../../lib/households/saved-households.ts';
import { useSession } from '../../lib/identity/session.ts';
import { ServingsChoice, UnitChoice } from './amounts/amount-choices.tsx';
import { quantityText } from './amounts/quantity-text.ts';
import { shownIngredient, useReading } from './amounts/reading.ts';
import { CheckRow } from './check-row.tsx';
import styles from './ingredients.module.css';
import { OutcomeAlert } from './outcome-alert.tsx';
import { type Outcome, useAddToGroceryList } from './use-add-to-grocery-list.ts';

/** The ingredients, all selected at first, with a button that adds the selected ones to the grocery list as they are shown. */
export function Ingredients({ recipe }: { recipe: Recipe }) {
  const { id, title, servings } = recipe;
  const reading = useReading(recipe);
  const ingredients = recipe.ingredients.map((ingredient) => shownIngredient(ingredient, reading));
  const allIndexes = ingredients.map((_, index) => index);
  const [selected, setSelected] = useState<readonly number[]>(allIndexes);
  const [outcome, setOutcome] = useState<Outcome>();
  const { isAdding, add } = useAddToGroceryList('Failed to add ingredients to grocery list', setOutcome, () =>
    setSelected([]),
  );

  const select = (indexes: readonly number[]) => {
    setSelected(indexes);
    setOutcome(undefined);
  };
  const toggle = (index: number) =>
    select(selected.includes(index) ? selected.filter((other) => other !== index) : [...selected, index]);
  const send = () => {
    const chosen = ingredients.filter((_, index) => selected.includes(index));
    add(chosen.map((ingredient) => ({ ...ingredient, recipeId: id, recipeTitle: title })));
  };

  if (ingredients.length === 0) return <div />;
  const count = `${selected.length} of ${ingredients.length}`;
  const allSelected = selected.length === 0 ? false : selected.length === ingredients.length ? true : 'mixed';
  const shownOutcome = outcome ?? (selected.length === 0 ? pleaseSelect : undefined);
  return (
    <Card as="section" className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>Ingredients</h2>
        <UnitChoice recipe={recipe} />
      </div>
      <ServingsChoice written={servings} reading={reading} />
      <ChosenList />
      <CheckRow
        className={styles.all}
        checked={allSelected}
        onChange={() => select(allSelected === true ? [] : allIndexes)}
        label="Select All"
        note={count}
      />
      <div>
        <ul>
          {ingredients
            .map((ingredient, index) => ({ ingredient, index }))
            .map(({ ingredient, index }) => (
              <li key={index}>
                <CheckRow
                  checked={selected.includes(index)}
                  onChange={() => toggle(index)}
                  label={ingredient.name}
                  note={quantityText(ingredient)}
                />
              </li>
            ))}
        </ul>
        <div className={styles.foot}>
          {shownOutcome && <OutcomeAlert outcome={shownOutcome} className={styles.outcome} />}
          <div className={styles.action}>
            <p className={styles.count}>
              <b>{servings === undefined ? count : `For ${reading.servings}`}</b>{' '}
              {servings === undefined ? 'selected' : count}
            </p>
            <Button
              variant="primary"
              size="large"
              block
              className={styles.button}
              busy={isAdding}
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

/** Chooses the list to add to, if the user has households. */
function ChosenList() {
  const session = useSession();
  const { known, chosen } = useSavedHouseholds();
  if (session.status !== 'signedIn') return null;
  const { uid } = session.user;
  return (
    <HouseholdSwitch
      label="Whose list"
      reader={uid}
      shown={{ whose: chosen ?? uid, household: undefined, all: known }}
    />
  );
}

const pleaseSelect: Outcome = { kind: 'info', text: 'Please select at least one ingredient' };

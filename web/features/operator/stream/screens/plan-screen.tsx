import { days } from '../../../../../server/core/contracts/week.ts';
import { Card } from '../../../../components/card.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { RecipePicture } from '../../../../components/recipe-picture.tsx';
import { dayOf } from '../../format.ts';
import type { ShownMeal } from './shapes.ts';

export interface PlanScreenProps {
  /** `{plan}:{date of the week's Monday}`. */
  id: string;
  meals: readonly ShownMeal[];
  /** Ids of what the chosen event has changed. */
  changed: ReadonlySet<string>;
}

/** A week of a meal plan: the days that have a meal. */
export function PlanScreen({ id, meals, changed }: PlanScreenProps) {
  const [, monday] = /:(\d{4}-\d\d-\d\d)$/.exec(id) ?? [];
  return (
    <>
      <div className="op-screen-head">
        <h3>Meal Plan</h3>
        <span className="op-muted">
          {monday && `week of ${dayOf(`${monday}T12:00`)}, `}
          {meals.length} planned
        </span>
      </div>
      {meals.length === 0 && <p className="op-muted">Nothing is planned</p>}
      {days
        .filter((day) => meals.some((meal) => meal.day === day))
        .map((day) => (
          <section key={day}>
            <h4>{day}</h4>
            <Card as="ul" className="op-items">
              {meals
                .filter((meal) => meal.day === day)
                .map((meal) => (
                  <Meal key={meal.id} meal={meal} isChanged={changed.has(meal.id)} />
                ))}
            </Card>
          </section>
        ))}
    </>
  );
}

function Meal({ meal: { meal, recipe, note, servings }, isChanged }: { meal: ShownMeal; isChanged: boolean }) {
  return (
    <li className={classNames('op-item', isChanged && 'op-item-changed')}>
      {recipe && <RecipePicture recipe={recipe} sizes="44px" className="op-meal-picture" />}
      <span className="op-item-words" dir="auto">
        <small>{meal}</small>
        <strong>{recipe?.title ?? note?.title ?? 'A meal'}</strong>
        {servings != null && <small>for {servings}</small>}
      </span>
    </li>
  );
}

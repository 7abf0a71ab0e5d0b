import { Card } from '../../../../components/card.tsx';
import { Chip } from '../../../../components/chip.tsx';
import { ownAddress } from '../../../../lib/picture-address.ts';
import type { ShownRecipe } from './shapes.ts';

export function RecipeScreen({ recipe }: { recipe: ShownRecipe }) {
  const {
    title,
    author,
    description,
    imageUrl,
    cuisine,
    difficulty,
    cookingTime,
    ingredients,
    instructions = [],
  } = recipe;
  return (
    <Card as="article" className="op-post">
      {imageUrl && <img src={ownAddress(imageUrl, 640)} alt="" className="op-post-picture" />}
      <h3 dir="auto">{title}</h3>
      {author && <p className="op-muted">By {author}</p>}
      <p className="op-chips">
        {cuisine && <Chip tone="coral">{cuisine}</Chip>}
        {difficulty && <Chip>{difficulty}</Chip>}
        {cookingTime !== undefined && <Chip>{cookingTime} min</Chip>}
      </p>
      {description && <p dir="auto">{description}</p>}
      <h4>Ingredients</h4>
      <ul className="op-plain-list">
        {ingredients.map(({ name, amount, unit }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: An ingredient may be listed twice.
          <li key={`${name} ${at}`}>{[amount, unit, name].filter(Boolean).join(' ')}</li>
        ))}
      </ul>
      <h4>Instructions</h4>
      <ol className="op-plain-list op-steps">
        {instructions.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A step is its place.
          <li key={at}>{step}</li>
        ))}
      </ol>
    </Card>
  );
}

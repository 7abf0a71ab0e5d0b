import { useState } from 'react';
import { groceryLimits } from '../../../server/core/contracts/limits.ts';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';

export interface CategoryFieldProps {
  /** Empty: the usual one. */
  value: string;
  error: string | undefined;
  /** The usual and the own categories, in the order of the list. */
  categories: readonly string[];
  /** Where the item is if none is chosen. */
  usual: string;
  onChange: (category: string) => void;
}

/** Values of options that are no category; a category is not empty and has no line break. */
const none = '';
const another = '\n';

/** Where an item is in the shop: one of the known aisles, or a new one. */
export function CategoryField({ value, error, categories, usual, onChange }: CategoryFieldProps) {
  const [isNew, setNew] = useState(false);
  const known = value === '' || isNew || categories.includes(value) ? categories : [...categories, value];
  const options = [
    { value: none, label: `As usual: ${usual}` },
    ...known.map((category) => ({ value: category, label: category })),
    { value: another, label: 'Another aisle…' },
  ];
  const choose = (chosen: string) => {
    setNew(chosen === another);
    onChange(chosen === another ? '' : chosen);
  };
  return (
    <>
      <SelectField
        label="Aisle"
        value={isNew ? another : value}
        options={options}
        onChange={choose}
        error={isNew ? undefined : error}
      />
      {isNew && (
        <TextField
          label="Name of the aisle"
          value={value}
          error={error}
          maxLength={groceryLimits.category}
          onChange={onChange}
        />
      )}
    </>
  );
}

import type { Recipe } from '../../../../server/core/contracts/recipes.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { BackIcon, ShowIcon } from '../../../components/icons.tsx';
import { useDialog } from '../../../components/use-dialog.ts';
import { useWakeLock } from '../../../lib/use-wake-lock.ts';
import { useChosenSystem } from '../amounts/reading.ts';
import { withTemperatures } from '../amounts/temperatures.ts';
import { CookHeader, useLeaveCooking } from './cook-header.tsx';
import styles from './cook-screen.module.css';
import { finishCooking, useCookingPosition } from './cooking-position.ts';
import { ListIcon } from './icons.ts';
import { StepIngredients } from './step-ingredients.tsx';
import { StepText } from './step-text.tsx';
import { TimerTray } from './timer-tray.tsx';
import { useStepKeys } from './use-step-keys.ts';
import { useSwipeSideways } from './use-swipe-sideways.ts';

const loadOverview = async () => (await import('./cook-overview.tsx')).CookOverview;

/** @param recipe one with steps */
export function Cooking({ recipe }: { recipe: Recipe }) {
  const { id, title, instructions, ingredients } = recipe;
  const [step, setStep] = useCookingPosition(id, instructions.length);
  const leave = useLeaveCooking(id);
  const overview = useDialog(loadOverview);
  const isLast = step === instructions.length - 1;
  const isScreenKeptOn = useWakeLock(true);
  const system = useChosenSystem();

  const goTo = (index: number) => {
    if (index < 0 || index >= instructions.length) return;
    setStep(index);
    window.scrollTo(0, 0);
  };
  const next = () => goTo(step + 1);
  const back = () => goTo(step - 1);
  const finish = () => {
    finishCooking(id);
    leave();
  };
  useStepKeys(next, back);
  const swipe = useSwipeSideways(next, back);
  const text = withTemperatures(instructions[step] ?? '', system);

  return (
    <div className={styles.screen}>
      <CookHeader recipeId={id} title={title}>
        <IconButton label="All steps and ingredients" icon={<ListIcon size={22} />} onClick={overview.open} />
      </CookHeader>
      <div className={styles.progress} aria-hidden="true">
        {instructions
          .map((_, index) => ({ number: index + 1, isReached: index <= step }))
          .map(({ number, isReached }) => (
            <span key={number} className={styles.part} data-reached={isReached} />
          ))}
      </div>
      <div className={styles.facts}>
        <span role="status">
          Step {step + 1} of {instructions.length}
        </span>
        {isScreenKeptOn && (
          <span className={styles.fact}>
            <ShowIcon size={16} />
            Screen stays on
          </span>
        )}
      </div>
      <div className={styles.content} {...swipe}>
        <section className={styles.step} aria-label={`Step ${step + 1}`}>
          <span className={styles.number} aria-hidden="true">
            {step + 1}
          </span>
          <StepText step={{ recipeId: id, index: step, text, names: ingredients.map(({ name }) => name) }} />
        </section>
        <StepIngredients recipe={recipe} text={text} />
      </div>
      <div className={styles.foot}>
        <TimerTray />
        <div className={styles.bar}>
          <div className={styles.keys}>
            <IconButton
              label="Previous step"
              icon={<BackIcon size={20} />}
              className={styles.back}
              disabled={step === 0}
              onClick={back}
            />
            <Button variant="primary" size="large" className={styles.next} onClick={isLast ? finish : next}>
              {isLast ? 'Finish' : 'Next step'}
            </Button>
          </div>
        </div>
      </div>
      {overview.Dialog && <overview.Dialog recipe={recipe} step={step} onChoose={goTo} onClose={overview.close} />}
    </div>
  );
}

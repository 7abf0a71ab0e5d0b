import type { Picture } from '../../server/core/contracts/pictures.ts';

/** Pictures served by Potluck, narrowest first: cropped for cards, and whole. */
export interface Dish {
  readonly cards: readonly Picture[];
  readonly whole: readonly Picture[];
}

/** By the names that events use. File names carry a hash of the content, so browsers may cache them forever. */
export const dishes: Readonly<Record<string, Dish>> = {
  ramen: {
    cards: [
      { url: '/assets/dishes/ramen-card-480.f4d7b8ded18d.webp', width: 480, height: 640 },
      { url: '/assets/dishes/ramen-card-960.d72bbdc6f9ea.webp', width: 960, height: 1280 },
    ],
    whole: [
      { url: '/assets/dishes/ramen-750.d965b77aad12.webp', width: 750, height: 500 },
      { url: '/assets/dishes/ramen-1110.3f11fea554d7.webp', width: 1110, height: 740 },
      { url: '/assets/dishes/ramen-1440.a2664cf84c74.webp', width: 1440, height: 960 },
    ],
  },
  pizza: {
    cards: [
      { url: '/assets/dishes/pizza-card-480.34aa14eff3fc.webp', width: 480, height: 360 },
      { url: '/assets/dishes/pizza-card-960.e278b2f4758b.webp', width: 960, height: 720 },
    ],
    whole: [
      { url: '/assets/dishes/pizza-750.8ec3d10abfe9.webp', width: 750, height: 500 },
      { url: '/assets/dishes/pizza-1110.e96883e557be.webp', width: 1110, height: 740 },
      { url: '/assets/dishes/pizza-1440.c554cd131890.webp', width: 1440, height: 960 },
    ],
  },
  bibimbap: {
    cards: [
      { url: '/assets/dishes/bibimbap-card-480.dc039e9a9b2e.webp', width: 480, height: 384 },
      { url: '/assets/dishes/bibimbap-card-960.991ae41acb9d.webp', width: 960, height: 768 },
    ],
    whole: [
      { url: '/assets/dishes/bibimbap-750.5553c994de72.webp', width: 750, height: 500 },
      { url: '/assets/dishes/bibimbap-1110.3ca2b72ea63e.webp', width: 1110, height: 740 },
      { url: '/assets/dishes/bibimbap-1440.279e73bcf8b1.webp', width: 1440, height: 960 },
    ],
  },
  greek: {
    cards: [
      { url: '/assets/dishes/greek-card-480.55d7814c8b52.webp', width: 480, height: 640 },
      { url: '/assets/dishes/greek-card-960.7a7587492030.webp', width: 960, height: 1280 },
    ],
    whole: [
      { url: '/assets/dishes/greek-750.7dedae1b28fd.webp', width: 750, height: 500 },
      { url: '/assets/dishes/greek-1110.acf366332d7a.webp', width: 1110, height: 740 },
      { url: '/assets/dishes/greek-1440.614f0d89def4.webp', width: 1440, height: 960 },
    ],
  },
  feta: {
    cards: [
      { url: '/assets/dishes/feta-card-480.a48b4a7bc696.webp', width: 480, height: 270 },
      { url: '/assets/dishes/feta-card-960.d4ef463a7074.webp', width: 960, height: 540 },
    ],
    whole: [
      { url: '/assets/dishes/feta-750.3cc7a8edbed1.webp', width: 750, height: 500 },
      { url: '/assets/dishes/feta-1110.95f135afdf1c.webp', width: 1110, height: 740 },
      { url: '/assets/dishes/feta-1440.056fde9c0b5e.webp', width: 1440, height: 960 },
    ],
  },
  pancakes: {
    cards: [
      { url: '/assets/dishes/pancakes-card-480.db6eb97b1847.webp', width: 480, height: 384 },
      { url: '/assets/dishes/pancakes-card-960.2f17d6fc4b0d.webp', width: 960, height: 768 },
    ],
    whole: [
      { url: '/assets/dishes/pancakes-750.cebbe93e7238.webp', width: 750, height: 500 },
      { url: '/assets/dishes/pancakes-1110.b008f1e344fc.webp', width: 1110, height: 740 },
      { url: '/assets/dishes/pancakes-1440.8f0b3129bb55.webp', width: 1440, height: 960 },
    ],
  },
  dumplings: {
    cards: [
      { url: '/assets/dishes/dumplings-card-480.25424dc511c7.webp', width: 480, height: 640 },
      { url: '/assets/dishes/dumplings-card-960.55e7f5d6eb1f.webp', width: 960, height: 1280 },
    ],
    whole: [
      { url: '/assets/dishes/dumplings-750.38bbf1909b40.webp', width: 750, height: 500 },
      { url: '/assets/dishes/dumplings-1110.f3bc6b74bded.webp', width: 1110, height: 740 },
      { url: '/assets/dishes/dumplings-1440.533809717600.webp', width: 1440, height: 960 },
    ],
  },
  pasta: {
    cards: [
      { url: '/assets/dishes/pasta-card-480.380bcc886a36.webp', width: 480, height: 360 },
      { url: '/assets/dishes/pasta-card-960.2ea2c3313b0e.webp', width: 960, height: 720 },
    ],
    whole: [
      { url: '/assets/dishes/pasta-750.af6677e43076.webp', width: 750, height: 500 },
      { url: '/assets/dishes/pasta-1110.ca465c3d05d8.webp', width: 1110, height: 740 },
      { url: '/assets/dishes/pasta-1440.2a598a755eba.webp', width: 1440, height: 960 },
    ],
  },
  mapo: {
    cards: [
      { url: '/assets/dishes/mapo-card-480.9425e24279ae.webp', width: 480, height: 384 },
      { url: '/assets/dishes/mapo-card-960.c7ff5d6e0322.webp', width: 960, height: 768 },
    ],
    whole: [
      { url: '/assets/dishes/mapo-750.e19b7149baf4.webp', width: 750, height: 500 },
      { url: '/assets/dishes/mapo-1110.505fa054a8a8.webp', width: 1110, height: 740 },
      { url: '/assets/dishes/mapo-1440.319530d62419.webp', width: 1440, height: 960 },
    ],
  },
  pie: {
    cards: [
      { url: '/assets/dishes/pie-card-480.5995eb4409d0.webp', width: 480, height: 640 },
      { url: '/assets/dishes/pie-card-960.f910eab0b581.webp', width: 960, height: 1280 },
    ],
    whole: [
      { url: '/assets/dishes/pie-750.3b16921d5a45.webp', width: 750, height: 500 },
      { url: '/assets/dishes/pie-1110.5a57c9fc50e2.webp', width: 1110, height: 740 },
      { url: '/assets/dishes/pie-1440.84c4c5146a68.webp', width: 1440, height: 960 },
    ],
  },
};

const namesByPath = new Map(
  Object.entries(dishes).flatMap(([name, { whole }]) => whole.map(({ url }) => [url, name] as const)),
);

/** The name of the bundled picture at an address of any installation: an adaptation keeps that of its original. */
export const dishNameAt = (address: string): string | undefined =>
  namesByPath.get(new URL(address, 'https://potluck.invalid').pathname);

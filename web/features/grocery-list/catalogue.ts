/** In the usual order of a shop's aisles. The list shows its sections in this order. */
export const categories = [
  'Produce',
  'Dairy & eggs',
  'Meat & fish',
  'Bakery',
  'Pantry',
  'Frozen',
  'Drinks',
  'Household',
  'Other',
] as const;
export type Category = (typeof categories)[number];

export interface Grocery {
  name: string;
  category: Category;
}

/** Within a category, the most frequently bought come first. */
const commonGroceries: Record<Exclude<Category, 'Other'>, string> = {
  Produce: `Tomatoes, Onions, Garlic, Potatoes, Carrots, Bananas, Apples, Lemons, Lettuce, Cucumber, Avocados, Spring onions,
    Bell peppers, Mushrooms, Spinach, Broccoli, Ginger, Limes, Oranges, Zucchini, Strawberries, Blueberries, Raspberries,
    Grapes, Celery, Cauliflower, Sweet potatoes, Basil, Parsley, Coriander, Cilantro, Mint, Dill, Chives, Thyme, Rosemary,
    Sage, Red onions, Cherry tomatoes, Shallots, Leeks, Cabbage, Red cabbage, Napa cabbage, Bok choy, Kale, Arugula, Rocket,
    Mixed salad, Green beans, Asparagus, Aubergine, Eggplant, Courgettes, Pumpkin, Butternut squash, Corn on the cob, Peas,
    Snow peas, Bean sprouts, Radishes, Daikon, Beetroot, Turnips, Parsnips, Fennel, Brussels sprouts, Artichokes, Okra,
    Chillies, Jalapeños, Lemongrass, Pears, Peaches, Nectarines, Plums, Apricots, Cherries, Mangoes, Pineapple, Melon,
    Watermelon, Kiwis, Grapefruit, Mandarins, Clementines, Pomegranate, Figs, Dates, Rhubarb, Blackberries, Cranberries,
    Passion fruit, Papaya, Coconut, Horseradish, Watercress, Shiitake, Bay leaves, Edamame`,
  'Dairy & eggs': `Milk, Eggs, Butter, Yoghurt, Yogurt, Greek yoghurt, Cream, Double cream, Heavy cream, Whipping cream,
    Sour cream, Crème fraîche, Cheese, Cheddar, Mozzarella, Parmesan, Feta, Goat's cheese, Cream cheese, Cottage cheese,
    Ricotta, Mascarpone, Halloumi, Gouda, Emmental, Gruyère, Brie, Camembert, Blue cheese, Pecorino, Grated cheese,
    Buttermilk, Quark, Skyr, Kefir, Margarine, Oat milk, Soy milk, Almond milk, Tofu, Silken tofu, Tempeh, Custard, Ghee,
    Egg whites, Egg yolks, Condensed milk`,
  'Meat & fish': `Chicken breast, Chicken thighs, Chicken, Whole chicken, Minced beef, Ground beef, Minced pork, Ground pork,
    Bacon, Ham, Sausages, Beef, Steak, Pork, Pork belly, Pork chops, Pork shoulder, Pancetta, Guanciale, Prosciutto, Salami,
    Chorizo, Turkey, Duck, Lamb, Lamb chops, Minced lamb, Veal, Meatballs, Mince, Salmon, Smoked salmon, Cod, Tuna steak,
    Prawns, Shrimp, Mussels, Clams, Squid, Scallops, Crab, Trout, Mackerel, Sea bass, Haddock, Herring, Fish, Hot dogs`,
  Bakery: `Bread, Bread rolls, Baguette, Toast, Sourdough, Rye bread, Wholemeal bread, Burger buns, Buns, Bagels, Croissants,
    Pita bread, Naan, Flatbread, Tortillas, Wraps, Ciabatta, Focaccia, Brioche, Muffins, English muffins, Crumpets, Pretzels,
    Doughnuts, Cake, Cinnamon rolls`,
  Pantry: `Pasta, Spaghetti, Rice, Flour, Sugar, Salt, Black pepper, Olive oil, Vegetable oil, Soy sauce, Tomato paste,
    Chopped tomatoes, Coffee beans, Honey, Oats, Chickpeas, Kidney beans, Black beans, Baked beans, Lentils, Red lentils,
    Tomato sauce, Ketchup, Mayonnaise, Mustard, Dijon mustard, Peanut butter, Jam, Cereal, Muesli, Granola, Penne, Fusilli,
    Macaroni, Tagliatelle, Lasagne sheets, Ramen noodles, Rice noodles, Egg noodles, Udon noodles, Soba noodles,
    Glass noodles, Noodles, Couscous, Quinoa, Bulgur, Barley, Polenta, Basmati rice, Jasmine rice, Sushi rice, Risotto rice,
    Brown rice, Brown sugar, Icing sugar, Powdered sugar, Caster sugar, Maple syrup, Golden syrup, Bread flour,
    Wholemeal flour, Cornflour, Cornstarch, Baking powder, Baking soda, Yeast, Vanilla extract, Vanilla sugar, Cocoa powder,
    Dark chocolate, Chocolate, Chocolate chips, Gelatine, Breadcrumbs, Panko, Sesame oil, Sunflower oil, Rapeseed oil,
    Coconut oil, Coconut milk, Vinegar, Balsamic vinegar, White wine vinegar, Red wine vinegar, Cider vinegar, Rice vinegar,
    Fish sauce, Oyster sauce, Hoisin sauce, Worcestershire sauce, Hot sauce, Sriracha, Teriyaki sauce, Barbecue sauce,
    Gochujang, Miso paste, Doubanjiang, Curry paste, Tahini, Pesto, Salsa, Hummus, Passata, Sun-dried tomatoes, Olives,
    Capers, Gherkins, Pickles, Kimchi, Sauerkraut, Anchovies, Tuna, Sardines, Sweetcorn, Stock cubes, Chicken stock,
    Beef stock, Vegetable stock, Dashi, Nori, Mirin, Paprika, Smoked paprika, Cumin, Ground coriander, Turmeric,
    Curry powder, Garam masala, Chilli flakes, Chilli powder, Cinnamon, Nutmeg, Cloves, Cardamom, Oregano, Dried thyme,
    Italian seasoning, Star anise, Sichuan peppercorns, Saffron, Vanilla, Garlic powder, Onion powder, Sesame seeds,
    Sunflower seeds, Pumpkin seeds, Chia seeds, Poppy seeds, Linseed, Pine nuts, Almonds, Ground almonds, Walnuts,
    Cashews, Hazelnuts, Peanuts, Pistachios, Pecans, Mixed nuts, Raisins, Dried apricots, Crisps, Potato chips, Popcorn,
    Crackers, Rice cakes, Biscuits, Cookies, Marshmallows, Sweets, Soup, Taco shells, Tortilla chips, Desiccated coconut,
    Nutella, Baby food`,
  Frozen: `Frozen peas, Frozen spinach, Frozen berries, Frozen vegetables, Frozen corn, Frozen pizza, Ice cream, Ice cubes,
    Fish fingers, Oven chips, French fries, Puff pastry, Filo pastry, Shortcrust pastry, Dumplings, Gyoza, Frozen fruit,
    Frozen prawns, Sorbet, Ice lollies, Hash browns`,
  Drinks: `Water, Sparkling water, Coffee, Tea, Green tea, Orange juice, Apple juice, Lemonade, Cola, Beer, Red wine,
    White wine, Wine, Tonic water, Herbal tea, Iced tea, Hot chocolate, Tomato juice, Ginger ale, Sparkling wine, Prosecco,
    Cider, Gin, Rum, Vodka, Whisky, Sake, Smoothie, Kombucha, Cordial, Energy drink`,
  Household: `Toilet paper, Kitchen roll, Paper towels, Washing-up liquid, Dish soap, Dishwasher tablets, Laundry detergent,
    Fabric softener, Bin bags, Trash bags, Aluminium foil, Cling film, Baking paper, Parchment paper, Freezer bags, Sponges,
    Cleaning spray, Bleach, Hand soap, Soap, Shampoo, Conditioner, Shower gel, Toothpaste, Toothbrush, Deodorant, Tissues,
    Cotton pads, Sanitary towels, Razor blades, Sun cream, Plasters, Nappies, Diapers, Baby wipes, Batteries, Light bulbs,
    Candles, Matches, Napkins, Cat food, Dog food, Cat litter, Coffee filters, Muffin cases, Vacuum cleaner bags`,
};

/** Words that indicate a category but are not suggested as items. */
const keywords: Record<Exclude<Category, 'Other'>, string> = {
  Produce: `salad, berry, fruit, herb, sprout, lettuce leaf, vegetable, squash, chilli pepper, chili pepper, chili, scallion,
    peppers, red pepper, green pepper, yellow pepper, garlic clove, lemon juice, lime juice, lemon zest`,
  'Dairy & eggs': 'yolk, egg white, paneer',
  'Meat & fish': 'fillet, rib, chop, drumstick, wing, mince, meat, sausage, seafood, anchovy fillet',
  Bakery: 'loaf, bun, roll, pastry, bagel',
  Pantry: `sauce, oil, stock, broth, bouillon, powder, seed, spice, seasoning, noodle, bean, nut, syrup, paste, vinegar,
    canned, tinned, can of, dried, flake, extract, chocolate, biscuit, cracker, cereal, pepper, peppercorn, sprinkle,
    all-purpose flour, cornmeal, starch, molasses, semolina, salt, mints`,
  Frozen: 'frozen, ice',
  Drinks: 'juice, wine, beer, tea, coffee, drink, soda, liqueur',
  Household:
    'toilet roll, kitchen towel, detergent, cleaner, paper, foil, bag, soap, tablet, wipe, bulb, towel, filter, pet food',
};

const parseNames = (lists: Record<Exclude<Category, 'Other'>, string>): Grocery[] =>
  categories
    .filter((category) => category !== 'Other')
    .flatMap((category) => lists[category].split(',').map((name) => ({ name: name.trim(), category })));

/** The groceries that the add box suggests. */
export const catalogue: readonly Grocery[] = parseNames(commonGroceries);

/** The phrases that determine the category of an item. */
export const categoryPhrases: readonly Grocery[] = [...catalogue, ...parseNames(keywords)];

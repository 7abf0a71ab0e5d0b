import { provideListWriter } from '../lib/list-writer.ts';

provideListWriter(async () => (await import('../features/grocery-list/list-writer.ts')).listWriter);

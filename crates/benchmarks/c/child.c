/* The program that program.launch launches: an empty main, as in the published benchmark. */
int main(void) { return 0; }

import Commands

run()

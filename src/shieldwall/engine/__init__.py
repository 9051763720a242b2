"""The engine runs a fight.

It reads no files and draws no random numbers; books provide the rules.
"""
